import Flow
import Model

extension TerminalDialogue {
    mutating func command(_ command: TillTelegram, at moment: TerminalMoment) {
        switch command {
        case .registration(let wish): register(wish)
        case .authorisation(let request): authorise(request, at: moment)
        case .statusEnquiry(let service): begin([.say(.status(service: service), .answer)])
        case .repeatReceipt(let service): repeatReceipt(service)
        case .unknown: say(.refused(TerminalCode.impossible))
        case .abort, .accepted, .refused: break
        }
    }

    private mutating func begin(_ acts: [Act]) {
        say(.accepted)
        plan = acts
    }

    private var ownCurrency: Int? { Currency(code: scenario.identity.currency)?.number }

    private mutating func register(_ wish: TerminalRegistration) {
        guard wish.currency == nil || wish.currency == ownCurrency else {
            return say(.refused(TerminalCode.wrongCurrency))
        }
        registration = wish
        begin([.say(.registered(wish), .answer)])
    }

    private mutating func authorise(_ request: AuthorisationRequest, at moment: TerminalMoment) {
        self.request = request
        waits = 0
        record(
            book.note(.requested, amount: request.amount ?? 0, currency: scenario.identity.currency, at: moment.time))
        switch scenario.silence {
        case .never, .fromStart: break
        case .afterCommand:
            isSilent = true
            return steps.append(.ignore)
        case .afterAcceptance:
            isSilent = true
            return say(.accepted)
        }
        guard request.currency == nil || request.currency == ownCurrency else {
            return begin([.say(.aborted(TerminalCode.wrongCurrency), .answer)])
        }
        guard let amount = request.amount, amount > 0 else {
            return begin([.say(.aborted(TerminalCode.amountMissing), .answer)])
        }
        begin(cardPhase(0))
    }

    /// Service bit 01: with the status information; bit 02: without the print.
    private mutating func repeatReceipt(_ service: UInt8) {
        switch scenario.repeatReceipt.ability {
        case .full: break
        case .tellsNothing: return begin([.say(.completed, .answer)])
        case .refuses: return say(.refused(TerminalCode.impossible))
        }
        guard let last = book.lastStored(scenario.repeatReceipt) else {
            return begin([.say(.aborted(TerminalCode.impossible), .answer)])
        }
        let status: [Act] = service & 0x01 == 0 ? [] : [.say(.result(last), .answer)]
        let texts = service & 0x02 == 0 ? prints(of: last) : []
        begin(status + texts + [.say(.completed, .answer)])
    }

    /// While the card is awaited the till may abort; once the host is asked it is too late.
    mutating func abort(at moment: TerminalMoment) {
        guard isMaster else { return say(.accepted) }
        guard isBeforeCard else { return say(.refused(TerminalCode.impossible)) }
        isBeforeCard = false
        say(.accepted)
        plan = [.cancel]
        if case .card = waiting { waiting = .nothing }
        advance(at: moment)
    }

    mutating func refuseWhileBusy() {
        switch scenario.whileBusy {
        case .ignores: steps.append(.ignore)
        case .answers: say(.refused(TerminalCode.busy))
        }
    }
}

// MARK: - Answers of the till

extension TerminalDialogue {
    /// How long the terminal waits after `84 9C` before it asks again.
    private static let pauseOfVending = Duration.seconds(2)

    mutating func responded(_ response: TillTelegram, at moment: TerminalMoment) {
        guard case .answer(let awaited, let telegram, _) = waiting else { return }
        waiting = .nothing
        switch (response, awaited) {
        case (.refused(let code), .commit): refused(code, telegram, at: moment)
        case (.refused, .print): printRefused(at: moment)
        case (_, .commit): confirm(at: moment)
        default: break
        }
        advance(at: moment)
    }

    private mutating func confirm(at moment: TerminalMoment) {
        guard let entry = booking else { return }
        booking = nil
        record(
            book.note(
                .confirmed, amount: entry.amountMinor, currency: entry.currency, of: entry.trace, at: moment.time))
    }

    private mutating func refused(_ code: UInt8, _ result: TerminalTelegram, at moment: TerminalMoment) {
        guard booking != nil else { return }
        if code == TerminalCode.busy, waits < request.longestWait ?? .max {
            waits += 1
            return plan.insert(contentsOf: [.pause(Self.pauseOfVending), .say(result, .commit)], at: 0)
        }
        settle(.reverses, at: moment)
        plan = tellReversal(code == TerminalCode.busy ? TerminalCode.timeout : code)
    }

    private mutating func printRefused(at moment: TerminalMoment) {
        guard let entry = book.entries.last(where: { $0.event == .booked }) else { return }
        switch scenario.onPrintRefused {
        case .keeps: plan = [.say(.completed, .answer)]
        case .reverses, .declines:
            booking = entry
            settle(scenario.onPrintRefused, at: moment)
            plan = progress(TerminalCode.reversing) + [.say(.aborted(TerminalCode.printerNotReady), .answer)]
        }
    }

    /// The till did not answer, or could not be reached.
    mutating func missing(_ awaited: Awaited, at moment: TerminalMoment) {
        switch awaited {
        case .answer: if scenario.onLineFailure == .stops { stop(at: moment) } else { lineIsDown = true }
        case .commit:
            guard booking != nil else { return stop(at: moment) }
            plan = undo(scenario.onMissingResponse)
        case .print:
            plan = []
            guard scenario.onMissingPrintResponse != .keeps else { return }
            booking = book.entries.last { $0.event == .booked }
            plan = undo(scenario.onMissingPrintResponse)
        }
    }

    mutating func stop(at moment: TerminalMoment) {
        plan = booking == nil ? [] : undo(scenario.onMissingResponse)
    }

    /// A reversal waits until the card is out; meanwhile the terminal is busy.
    private func undo(_ undoing: TerminalScenario.Undoing) -> [Act] {
        let removal = scenario.timing.cardRemoval.duration
        guard undoing != .keeps, removal > .zero else { return [.undo(undoing)] }
        return [.pause(removal), .undo(undoing)]
    }

    /// Decides on the open booking and writes that down.
    mutating func settle(_ undoing: TerminalScenario.Undoing, at moment: TerminalMoment) {
        guard let entry = booking else { return }
        booking = nil
        let (amount, currency) = (entry.amountMinor, entry.currency)
        switch undoing {
        case .keeps: record(book.note(.kept, amount: amount, currency: currency, of: entry.trace, at: moment.time))
        case .declines: record(book.note(.voided, amount: amount, currency: currency, of: entry.trace, at: moment.time))
        case .reverses:
            record(
                book.enter(.reversed, amount: amount, currency: currency, reversing: entry.trace, at: moment.time))
        }
    }

    func tellReversal(_ code: UInt8) -> [Act] {
        progress(TerminalCode.reversing) + [.say(.failure(code), .answer), .say(.aborted(code), .answer)]
    }

    func progress(_ code: UInt8) -> [Act] { registration.wantsProgress ? [.say(.progress(code), .answer)] : [] }
}
