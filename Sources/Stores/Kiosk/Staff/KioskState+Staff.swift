import Model

/// The staff's screens. They lie over the customer's: a payment goes on below them.
extension KioskState {
    mutating func openStaff() -> Bool {
        if case .staff = screen { return false }
        (behind, languageBehind) = (screen, presentation.language)
        screen = .staff(.pin(KioskPINEntry(stage: .loading(round: nextRound()))))
        return true
    }

    mutating func takeStaff(_ act: KioskStaffAct, _ event: KioskEvent) -> Bool {
        guard case .staff(let staff) = screen else { return false }
        switch staff {
        case .pin(let entry): return take(act, entry)
        case .page(let page): return take(act, page, event)
        }
    }

    /// Takes the staff's screen away: what is left is a payment that concerns a customer, or nobody.
    mutating func leaveStaff() {
        endRight()
        guard let behind, behind.concernsPayment else { return goHome() }
        uncover(behind)
    }

    /// Shows the customer's screen again, in the customer's language.
    private mutating func uncover(_ covered: KioskScreen) {
        screen = covered
        presentation.language = languageBehind ?? presentation.language
        (behind, languageBehind) = (nil, nil)
    }

    private mutating func endRight() {
        if staffName != nil { addChore(.endRight) }
        staffName = nil
    }

    // MARK: The PIN

    private mutating func take(_ act: KioskStaffAct, _ old: KioskPINEntry) -> Bool {
        var entry = old
        switch act {
        case .back:
            if let behind { uncover(behind) }
            return true
        case .name(let name):
            guard entry.names.contains(name) else { return false }
            // A lock is of the operator who was chosen before.
            if case .locked = entry.stage, name != entry.chosen { entry.stage = .typing }
            (entry.chosen, entry.digits) = (name, KioskPINDigits())
        case .digit(let digit):
            guard entry.canType, digit.text.count == 1, digit.text.allSatisfy({ $0.isASCII && $0.isNumber }),
                entry.digits.count < OperatorPIN.digits.upperBound
            else { return false }
            entry.digits.text += digit.text
            entry.stage = .typing
        case .erase:
            entry.digits.text = String(entry.digits.text.dropLast())
        case .clear: entry.digits = KioskPINDigits()
        case .submit:
            guard entry.canType, !entry.chosen.isEmpty, OperatorPIN.digits.contains(entry.digits.count) else {
                return false
            }
            entry.stage = .checking(round: nextRound())
        case .leave, .more, .open, .show, .work, .confirm, .answer, .type, .change: return false
        }
        screen = .staff(.pin(entry))
        return true
    }

    // MARK: The pages

    private mutating func take(_ act: KioskStaffAct, _ old: KioskStaffPage, _ event: KioskEvent) -> Bool {
        var page = old
        if case .working = page.stage, act != .leave { return false }
        switch act {
        case .leave: leaveStaff()
        case .back: goBack(from: page)
        case .open(let tile):
            guard page.place == .home, let place = KioskStaffPage.Place.tiles[tile] else { return false }
            open(place)
        case .show(let id):
            guard id.utf8.count <= KioskSettings.longestText else { return false }
            switch page.place {
            case .payments: open(.payment(id))
            case .doubts, .day: open(.doubt(id))
            case .deliveries: open(.delivery(id))
            case .payment(id): open(.settlement(id))
            default: return false
            }
        case .more:
            guard page.limit < KioskStaffPage.mostEntries else { return false }
            page.limit = min(page.limit + KioskStaffPage.step, KioskStaffPage.mostEntries)
            reload(page)
        case .digit, .erase, .clear: return type(act, on: page)
        case .submit, .answer, .type, .change, .confirm: return fill(page, act, event)
        case .work(let work): return begin(work, on: page, event)
        case .name: return false
        }
        return true
    }

    private mutating func goBack(from old: KioskStaffPage) {
        var page = old
        if page.form?.back() == true {
            page.failure = nil
            screen = .staff(.page(page))
        } else if let above = page.place.above {
            open(above)
        } else {
            leaveStaff()
        }
    }

    /// Digits of an amount to give back, or of a number on the terminal's paper.
    private mutating func type(_ act: KioskStaffAct, on old: KioskStaffPage) -> Bool {
        var page = old
        guard page.form == nil else { return fill(page, act, nil) }
        switch act {
        case .digit(let digit):
            guard case .payment = page.place, digit.text.count == 1, page.digits.count < 12,
                digit.text.allSatisfy({ $0.isASCII && $0.isNumber })
            else { return false }
            page.digits += digit.text
        case .erase: page.digits = String(page.digits.dropLast())
        default: page.digits = ""
        }
        screen = .staff(.page(page))
        return true
    }

    /// Takes an act for what is said step by step.
    private mutating func fill(_ old: KioskStaffPage, _ act: KioskStaffAct, _ event: KioskEvent?) -> Bool {
        guard var form = old.form, old.stage == .ready else { return false }
        let isTaken: Bool
        switch act {
        case .digit(let digit): isTaken = form.type(digit: digit.text)
        case .erase, .clear: isTaken = form.erase(all: act == .clear)
        case .type(let text): isTaken = form.type(words: text)
        case .submit: isTaken = form.submit()
        case .change(let step): isTaken = form.change(step)
        case .answer(let choice):
            guard form.step != .look || old.place.ways.contains(choice) else { return false }
            if choice == "ask", form.step == .look, let event {
                return begin(KioskStaffWork(verb: .ask, target: ""), on: old, event)
            }
            isTaken = form.answer(choice)
        case .confirm:
            guard form.step == .confirm, let event else { return false }
            return begin(KioskStaffWork(verb: form.verb, target: "", form: form), on: old, event)
        default: isTaken = false
        }
        guard isTaken else { return false }
        var page = old
        page.form = form
        page.failure = nil
        screen = .staff(.page(page))
        return true
    }

    private mutating func begin(_ wanted: KioskStaffWork, on old: KioskStaffPage, _ event: KioskEvent) -> Bool {
        var (work, page) = (wanted, old)
        guard work.verb.pages.contains(page.place.name), !work.verb.needsForm || work.form != nil else { return false }
        if work.verb.givesBack, page.givingBack?.isRunning == true { return false }
        switch page.place {
        case .payment(let id), .doubt(let id), .delivery(let id), .settlement(let id): work.target = id
        default: break
        }
        work.key = event.fresh
        (page.failure, page.did) = (nil, nil)
        page.stage = .working(work)
        page.round = nextRound()
        screen = .staff(.page(page))
        return true
    }

    private mutating func open(_ place: KioskStaffPage.Place) {
        screen = .staff(.page(KioskStaffPage(place, round: nextRound())))
    }

    private mutating func reload(_ old: KioskStaffPage) {
        var page = old
        page.stage = .loading
        page.round = nextRound()
        screen = .staff(.page(page))
    }

    /// Has the sentences of the staff's page made anew, in the language that was chosen.
    mutating func reloadStaffPage() {
        guard case .staff(.page(let page)) = screen else { return }
        if case .working = page.stage { return }
        reload(page)
    }

    // MARK: Answers

    mutating func takeStaffAnswer(_ answer: KioskAnswer, _ event: KioskEvent) {
        guard case .staff(let staff) = screen else { return }
        switch staff {
        case .pin(let entry): take(answer, entry, event)
        case .page(let page): take(answer, page)
        }
    }

    private mutating func take(_ answer: KioskAnswer, _ old: KioskPINEntry, _ event: KioskEvent) {
        var entry = old
        switch answer {
        case .staffNames(let names):
            entry.names = names
            entry.chosen = names.count == 1 ? names[0] : ""
            entry.stage = names.isEmpty ? .none : .typing
        case .entered(let name):
            staffName = name
            return open(.home)
        case .wrongPIN: (entry.stage, entry.digits) = (.wrong, KioskPINDigits())
        case .lockedPIN(let milliseconds):
            (entry.stage, entry.digits) = (.locked(until: event.at + .milliseconds(milliseconds)), KioskPINDigits())
        case .failed: (entry.stage, entry.digits) = (entry.names.isEmpty ? .none : .wrong, KioskPINDigits())
        default: return
        }
        screen = .staff(.pin(entry))
    }

    private mutating func take(_ answer: KioskAnswer, _ old: KioskStaffPage) {
        var page = old
        switch answer {
        case .staffContent(let content): (page.content, page.stage) = (content, .ready)
        case .rightEnded: return leaveStaff()
        case .done:
            page.digits = ""
            if case .working(let work) = page.stage, work.verb.endsUnseen { page.did = work.verb }
            // What was said is written; what came of it is shown instead.
            if page.form != nil { page.form = KioskStaffForm() }
            if case .delivery = page.place { return open(.deliveries) }
            if case .settlement(let payment) = page.place { return open(.payment(payment)) }
            return reload(page)
        case .begun(let payment):
            page.digits = ""
            page.givingBack = KioskRefundProgress(payment)
            return reload(page)
        case .shows(let display): page.givingBack?.follow(display)
        case .looked(let look):
            guard let known = page.givingBack?.verdict, known != look.verdict else { return }
            page.givingBack?.verdict = look.verdict
            // What is left to give back, and what the page says of it, is another now.
            if !page.isWorking { return reload(page) }
        case .refused(let failure):
            page.failure = failure
            if case .working = page.stage { return reload(page) }
            page.stage = .ready
        default: return
        }
        screen = .staff(.page(page))
    }
}

extension KioskStaffForm {
    /// What is done with what was said.
    fileprivate var verb: KioskStaffWork.Verb {
        switch statement {
        case .done?: .finish
        case .withdrawn?: .withdraw
        case .booked?, .notBooked?, .takenBack?, .ended?, .dayEnded?, .dayNotEnded?, nil: .settle
        }
    }
}

extension KioskPINEntry {
    /// Whether digits are taken now.
    var canType: Bool {
        switch stage {
        case .typing, .wrong: true
        // A lock ends by itself; the till says whether it has.
        case .locked: true
        case .loading, .checking, .none: false
        }
    }
}

extension KioskScreen {
    /// Whether the screen tells a customer what became of a payment.
    fileprivate var concernsPayment: Bool {
        switch self {
        case .paying, .declined, .cancelled, .partial, .receipt: true
        case .attract, .home, .find, .orders, .catalogue, .product, .review, .orderChanged, .printerEmpty,
            .terminalAway, .tip, .printing, .email, .show, .thanks, .outOfService, .staff:
            false
        }
    }
}
