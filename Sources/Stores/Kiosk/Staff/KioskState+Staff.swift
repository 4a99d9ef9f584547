import Model

/// The staff's screens. They lie over the customer's: a payment goes on below them.
extension KioskState {
    mutating func openStaff() -> Bool {
        if case .staff = screen { return false }
        behind = screen
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
        screen = behind
        self.behind = nil
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
            if let behind { screen = behind }
            behind = nil
            return true
        case .name(let name):
            guard entry.names.contains(name) else { return false }
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
        case .leave, .more, .open, .show, .work: return false
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
        case .back:
            guard let above = page.place.above else {
                leaveStaff()
                return true
            }
            open(above)
        case .open(let tile):
            guard page.place == .home, let place = KioskStaffPage.Place.tiles[tile] else { return false }
            open(place)
        case .show(let id):
            guard id.utf8.count <= KioskSettings.longestText else { return false }
            switch page.place {
            case .payments: open(.payment(id))
            case .doubts: open(.doubt(id))
            default: return false
            }
        case .more:
            guard page.limit < KioskStaffPage.mostEntries else { return false }
            page.limit = min(page.limit + KioskStaffPage.step, KioskStaffPage.mostEntries)
            reload(page)
        case .digit(let digit):
            guard case .payment = page.place, digit.text.count == 1, page.digits.count < 12,
                digit.text.allSatisfy({ $0.isASCII && $0.isNumber })
            else { return false }
            page.digits += digit.text
            screen = .staff(.page(page))
        case .erase, .clear:
            page.digits = act == .erase ? String(page.digits.dropLast()) : ""
            screen = .staff(.page(page))
        case .work(let work): return begin(work, on: page, event)
        case .name, .submit: return false
        }
        return true
    }

    private mutating func begin(_ wanted: KioskStaffWork, on old: KioskStaffPage, _ event: KioskEvent) -> Bool {
        var (work, page) = (wanted, old)
        guard work.verb.page == page.place.name else { return false }
        switch page.place {
        case .payment(let id), .doubt(let id): work.target = id
        default: break
        }
        work.key = event.fresh
        page.failure = nil
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
            return reload(page)
        case .failed(let code):
            page.failure = code
            if case .working = page.stage { return reload(page) }
            page.stage = .ready
        default: return
        }
        screen = .staff(.page(page))
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
