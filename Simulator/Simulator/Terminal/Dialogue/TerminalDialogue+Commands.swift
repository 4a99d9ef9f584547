import Flow
import Model

extension TerminalDialogue {
    mutating func command(_ command: TillTelegram, at moment: TerminalMoment) {
        entered = nil
        guard isRight(command.password) else { return say(.refused(TerminalCode.wrongPIN)) }
        if let demand, !isAllowed(command, despite: demand) {
            return begin([.say(.aborted(demand.code), .answer)])
        }
        switch command {
        case .registration(let wish, _): register(wish)
        case .transaction(let request): transact(request, at: moment)
        case .openReservations: tellReservations()
        case .administration(let administration, _): administer(administration)
        case .diagnosis(let type): diagnose(type, at: moment)
        case .logOff:
            registration = .loggedOff
            say(.accepted)
        case .setClock(let time):
            clockShift = time.seconds - moment.time.seconds
            begin([.say(.completed, .answer)])
        case .statusEnquiry(let service, let isBare): tellStatus(service, isBare: isBare)
        case .repeatReceipt(let request): repeatReceipt(request)
        case .unknown: say(.refused(TerminalCode.impossible))
        case .abort, .accepted, .refused, .issuedInPart: break
        }
    }

    mutating func begin(_ acts: [Act]) {
        say(.accepted)
        plan = acts
    }

    private func isRight(_ password: String?) -> Bool {
        guard let password, let ours = scenario.identity.password else { return true }
        return password == ours
    }

    private var ownCurrency: Int? { Currency(code: scenario.identity.currency)?.number }

    private mutating func register(_ wish: TerminalRegistration) {
        guard wish.currency == nil || wish.currency == ownCurrency else {
            return say(.refused(TerminalCode.wrongCurrency))
        }
        guard isTaken(wish) else { return say(.refused(TerminalCode.impossible)) }
        registration = wish
        registration.characterSet = wish.wishedCharacterSets.first { scenario.characterSets.contains(HexByte($0)) }
        begin([.say(.registered(registration, needs: demand), .answer)])
    }

    private func isTaken(_ wish: TerminalRegistration) -> Bool {
        switch scenario.registration {
        case .full: true
        case .withoutCharacterSets: wish.wishedCharacterSets.isEmpty
        case .bare: wish.wishedCharacterSets.isEmpty && wish.permitted == nil && wish.columns == nil
        }
    }

    private mutating func tellStatus(_ service: UInt8, isBare: Bool) {
        switch scenario.statusEnquiry {
        case .onlyWithPassword where isBare: say(.refused(TerminalCode.wrongPIN))
        case .onlyBare where !isBare: say(.refused(TerminalCode.impossible))
        case .eitherWay, .onlyWithPassword, .onlyBare:
            begin([.say(.status(service: service, needs: demand), .answer)])
        }
    }
}

// MARK: - Money

extension TerminalDialogue {
    private mutating func transact(_ request: TransactionRequest, at moment: TerminalMoment) {
        self.request = request
        waits = 0
        record(book.note(.requested, posting, at: clock(at: moment)))
        switch scenario.silence {
        case .never, .fromStart: break
        case .afterCommand:
            isSilent = true
            return steps.append(.ignore)
        case .afterAcceptance:
            isSilent = true
            return say(.accepted)
        }
        if let code = refusal(of: request) { return begin([.say(.aborted(code), .answer)]) }
        begin(request.command.needsCard ? cardPhase(0) : hostPhase)
    }

    /// The acts of a command without a card: only the host is involved.
    private var hostPhase: [Act] {
        progress(TerminalCode.working) + [.pause(scenario.timing.hostDelay.duration), .decide(0)]
    }

    private func refusal(of request: TransactionRequest) -> UInt8? {
        guard request.currency == nil || request.currency == ownCurrency else { return TerminalCode.wrongCurrency }
        if request.command.needsCard { return (request.amount ?? 0) > 0 ? nil : TerminalCode.amountMissing }
        return request.command == .reversal ? refusalOfReversal : refusalOfFollowUp(request)
    }

    /// Why a reversal is refused: only whole bookings of the current day can be reversed, once.
    private var refusalOfReversal: UInt8? {
        guard let reference, TerminalJournal.Event.reversible.contains(reference.event) else {
            return TerminalCode.reversalImpossible
        }
        guard !book.isUndone(reference) else { return TerminalCode.alreadyReversed }
        if scenario.reversal.onlyLast, reference != book.lastTransaction { return TerminalCode.reversalImpossible }
        let amount = book.amount(of: reference)
        return (request.amount ?? amount) == amount ? nil : TerminalCode.reversalImpossible
    }

    private func refusalOfFollowUp(_ request: TransactionRequest) -> UInt8? {
        guard let reference, book.openReservations.contains(reference) else { return TerminalCode.reservation }
        let reserved = reference.amountMinor
        switch request.command {
        case .bookTotal, .partialRelease:
            guard let amount = request.amount, 1...reserved ~= amount else { return TerminalCode.reservationAmount }
        case .release:
            guard request.amount ?? reserved == reserved else { return TerminalCode.reservationAmount }
        case .payment, .reservation, .refund, .reversal: break
        }
        return nil
    }

    /// Answers with the open reservations: with one receipt number per question, or with all. An answer may also say
    /// that there is none.
    private mutating func tellReservations() {
        let open = book.openReservations.compactMap(\.receipt)
        let told = scenario.listsReservations ? open : Array(open.prefix(1))
        begin([.say(.openReservations(told), .answer)])
    }

    /// Handles the till's abort, which is possible while the card is awaited; once the host is asked it is too late.
    mutating func abort(at moment: TerminalMoment) {
        switch scenario.abort {
        case .honours: break
        case .refuses: return say(.refused(TerminalCode.impossible))
        case .ignores: return steps.append(.ignore)
        }
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

// MARK: - The till's answers

extension TerminalDialogue {
    /// How long the terminal waits after `84 9C` before it asks again.
    private static let pauseOfVending = Duration.seconds(2)

    mutating func responded(_ response: TillTelegram, at moment: TerminalMoment) {
        guard case .answer(let awaited, let telegram, _) = waiting else { return }
        waiting = .nothing
        switch (response, awaited) {
        case (.issuedInPart(let amount), .commit): reduce(to: amount, telegram, at: moment)
        case (.refused(let code), .commit): refused(code, telegram, at: moment)
        case (.refused, .print), (.issuedInPart, .print): printRefused(at: moment)
        case (_, .commit): confirm(at: moment)
        default: break
        }
        advance(at: moment)
    }

    private mutating func confirm(at moment: TerminalMoment) {
        guard let entry = booking else { return }
        booking = nil
        record(book.note(.confirmed, TerminalPosting(of: entry), at: clock(at: moment)))
    }

    /// Reduces the booking to the part of the goods that was given. From here on, this amount is booked and used.
    private mutating func reduce(to amount: Int64, _ result: TerminalTelegram, at moment: TerminalMoment) {
        guard var entry = booking else { return }
        guard request.command == .payment, 1...entry.amountMinor ~= amount else {
            return refused(TerminalCode.partOfGoods, result, at: moment)
        }
        record(book.note(.reduced, TerminalPosting(of: entry, amount: amount), at: clock(at: moment)))
        entry.amountMinor = amount
        booking = entry
        entered = entry
        plan = closing(entry)
        confirm(at: moment)
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
        guard let entry = entered else { return plan = [.say(.completed, .answer)] }
        switch scenario.onPrintRefused {
        case .keeps: plan = [.say(.completed, .answer)]
        case .reverses, .declines:
            booking = entry
            settle(scenario.onPrintRefused, at: moment)
            plan = progress(TerminalCode.reversing) + [.say(.aborted(TerminalCode.printerNotReady), .answer)]
        }
    }

    /// Handles a missing answer: the till did not answer, or could not be reached.
    mutating func missing(_ awaited: Awaited, at moment: TerminalMoment) {
        // On a network, a side that waits in vain closes the socket (PA00P016 rev. 04, T3).
        if isOnNetwork, !lineIsDown { hangUp(abruptly: false) }
        switch awaited {
        case .answer: if scenario.onLineFailure == .stops { stop(at: moment) } else { lineIsDown = true }
        case .commit:
            guard booking != nil else { return stop(at: moment) }
            plan = undo(scenario.onMissingResponse)
        case .print:
            plan = []
            guard scenario.onMissingPrintResponse != .keeps else { return }
            booking = entered
            plan = entered == nil ? [] : undo(scenario.onMissingPrintResponse)
        }
    }

    mutating func hangUp(abruptly: Bool) {
        steps.append(.hangUp(abruptly: abruptly))
        lineIsDown = true
        undelivered = 0
    }

    mutating func stop(at moment: TerminalMoment) {
        plan = booking == nil ? [] : undo(scenario.onMissingResponse)
    }

    /// The acts that undo a booking. A reversal waits until the card is removed; the terminal is busy meanwhile.
    private func undo(_ undoing: TerminalScenario.Undoing) -> [Act] {
        let removal = scenario.timing.cardRemoval.duration
        guard undoing != .keeps, removal > .zero else { return [.undo(undoing)] }
        return [.pause(removal), .undo(undoing)]
    }

    /// Decides on the open booking and records the decision.
    mutating func settle(_ undoing: TerminalScenario.Undoing, at moment: TerminalMoment) {
        guard let entry = booking else { return }
        booking = nil
        let posting = TerminalPosting(of: entry)
        switch undoing {
        case .keeps: record(book.note(.kept, posting, at: clock(at: moment)))
        // A reversal or release is not reversed in turn, but voided.
        case .declines,
            .reverses where !request(of: entry).needsCard:
            record(book.note(.voided, posting, at: clock(at: moment)))
        case .reverses:
            var reversal = posting
            reversal.command = .payment
            record(book.enter(.reversed, reversal, at: clock(at: moment)))
        }
    }

    private func request(of entry: TerminalJournal.Entry) -> TerminalJournal.Command { entry.command ?? .payment }

    func tellReversal(_ code: UInt8) -> [Act] {
        progress(TerminalCode.reversing) + [.say(.failure(code), .answer), .say(.aborted(code), .answer)]
    }

    func progress(_ code: UInt8, minutes: UInt8? = nil) -> [Act] {
        registration.wantsProgress ? [.say(.progress(code, minutes: minutes), .answer)] : []
    }
}
