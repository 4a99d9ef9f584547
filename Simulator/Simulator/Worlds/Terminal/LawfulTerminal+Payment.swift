import Flow
import Model

// Commands that move money.
extension LawfulTerminal {
    func transact(_ request: TransactionRequest) {
        guard !isBusyByItself else { return say(Self.no(TerminalCode.busy)) }
        self.request = request
        (acknowledged, asked) = (nil, 0)
        asking = line?.asks()
        if let asking {
            askedAt[asking] = book.entries.count
            shownAt[asking] = habits.repeating == .tells ? lastStored() : nil
        }
        if let amount = request.amount { lastAmount = amount }
        switch request.command {
        case .payment, .refund, .reservation:
            guard request.currency == nil || request.currency == Currency.eur.number || habits.booksOwnCurrency else {
                return begin([.say(Self.aborted(TerminalCode.wrongCurrency), .answer)])
            }
            begin(cardPhase)
        case .reversal:
            guard reversible() != nil else {
                return begin([.say(Self.aborted(TerminalCode.reversalImpossible), .answer)])
            }
            begin(progress(TerminalCode.working) + [.pause(.seconds(1)), .perform { $0.reverse() }])
        case .partialRelease, .bookTotal, .release: endReservation()
        }
    }

    /// The kind of entry that the running request books with a card.
    var cardKind: HonestBook.Kind {
        switch request.command {
        case .refund: .refund
        case .reservation: .reservation
        case .payment, .reversal, .partialRelease, .bookTotal, .release: .payment
        }
    }

    func progress(_ code: UInt8) -> [Act] {
        registration.wantsProgress ? [.say(TerminalEncoder.telegram(0x04FF, [code]), .answer)] : []
    }

    // MARK: The card

    private var cardPhase: [Act] {
        dayEnd + [.perform { $0.phase = .awaitingCard }] + progress(0x0A)
            + [
                .perform { terminal in
                    if terminal.choices.choose(.cashier) == 1 {
                        terminal.log.note(.world("the cashier cancels"))
                        terminal.cancel?()
                    }
                }, .pause(.seconds(3)), .perform { $0.presented() },
            ]
    }

    /// An end of the terminal's day in the middle of a transaction, if the till is told of it.
    private var dayEnd: [Act] {
        guard choices.choose(.dayEnd) == 1 else { return [] }
        let said = progress(TerminalCode.endingDay)
        return said.isEmpty ? [] : said + [.perform { $0.endDay("its day ends by itself") }]
    }

    private func presented() {
        phase = .card
        let work = progress(0x04) + [.pause(.seconds(1))]
        switch choices.choose(.card) {
        case 1: plan = work + [.perform { $0.decline(0x05) }]
        case 2: plan = work + [.perform { $0.wrongPIN(then: [.perform { $0.approve() }]) }]
        case 3: plan = [.perform { $0.cancelled() }]
        case 4: plan = [.pause(.seconds(60)), .perform { $0.cancelled() }]
        case 5: plan = work + [.perform { $0.wrongPIN(then: [.perform { $0.decline(0x05) }]) }]
        case 6: plan = work + [.perform { $0.tellLast() }]
        case 7:
            phase = .none
            plan = [.say(Self.aborted(0), .answer)]
        default: plan = work + [.perform { $0.approve() }]
        }
    }

    private func cancelled() {
        phase = .none
        plan = [
            .say(Self.numberless(TerminalCode.timeout), .answer), .say(Self.aborted(TerminalCode.timeout), .answer),
        ]
    }

    /// Reports the last stored transaction as if it were the result, although nothing was booked.
    private func tellLast() {
        guard let last = lastStored() else { return cancelled() }
        phase = .none
        if let asking { toldInstead[asking] = last.serial }
        plan = [.say(result(last, repeated: false), .answer), .say(Self.completion, .answer)]
    }

    private func wrongPIN(then acts: [Act]) {
        let entry = enter(.declined, request.amount ?? 0, code: TerminalCode.wrongPIN)
        let slip = choices.choose(.failureSlip) == 1 ? slips(of: entry) : []
        plan =
            [.say(result(entry, repeated: false), .answer)] + slip + progress(TerminalCode.showWrongPIN)
            + [.pause(.seconds(3))] + progress(0x04) + [.pause(.seconds(1))] + acts
    }

    func decline(_ code: UInt8) {
        phase = .none
        let entry = enter(.declined, request.amount ?? 0, code: code)
        let slip = choices.choose(.failureSlip) == 1 ? slips(of: entry) : []
        plan = [.say(result(entry, repeated: false), .answer)] + slip + [.say(Self.aborted(code), .answer)]
    }

    // MARK: A success

    private func approve() {
        let difference: Int64 = request.command == .payment ? [0, 200, -100][choices.choose(.bookedAmount)] : 0
        let entry = enter(cardKind, (request.amount ?? 0) + difference)
        hold(entry)
        let sequence = choices.choose(.sequence)
        let slips = slips(of: entry)
        let half = slips.count / 2
        let (before, after): ([Act], [Act]) =
            switch choices.choose(.slips) {
            case 1: (slips, [])
            case 2: (Array(slips[..<half]), Array(slips[half...]))
            case 3: ([], [])
            default: ([], slips)
            }
        plan = before + ending(sequence, entry, after)
    }

    private func ending(_ sequence: Int, _ entry: HonestBook.Entry, _ slips: [Act]) -> [Act] {
        let said = Act.say(result(entry, repeated: false), .commit)
        let again = Act.say(result(entry, repeated: false), .answer)
        let over = Act.say(Self.completion, .answer)
        let stop = TerminalCode.timeout
        let endsBadly = Act.say(Self.failedCompletion(stop), .answer)
        let fails: [Act] = [.say(Self.numberless(stop), .answer), .say(Self.aborted(stop), .answer)]
        let takesBack = Act.perform { $0.undo(entry.serial, asReversal: true) }
        switch sequence {
        case 1: return [said] + slips + fails
        case 2: return [said] + slips + [takesBack] + fails
        case 3: return [said, again] + slips + [over]
        case 4: return [.say(Self.numberless(0), .commit)] + slips + [over]
        case 5: return [said, .say(Self.aborted(stop), .answer)]
        case 6: return [.say(Self.numberless(stop), .answer), said] + slips + [over]
        case 7: return [said, .say(Self.numberless(0), .answer)] + slips + [over]
        case 8:
            return [said, takesBack, .say(result(failed(entry), repeated: false), .answer)] + [
                .say(Self.aborted(stop), .answer)
            ]
        case 9: return [said] + slips + [endsBadly]
        case 10: return [said] + slips + [takesBack, endsBadly]
        default: return [said] + slips + [over]
        }
    }

    private func reversible() -> HonestBook.Entry? {
        memory.today.reversed().lazy.map { self.book.entries[$0] }.first {
            $0.kind.takesMoney && $0.receipt == self.request.receipt && !$0.isUndone
                && !self.book.isReversed($0.serial) && (self.request.amount ?? $0.amount) == $0.amount
        }
    }

    private func reverse() {
        guard let original = reversible() else { return plan = [.say(Self.aborted(0xB5), .answer)] }
        if choices.choose(.card) == 1 { return decline(0x05) }
        let entry = enter(.reversal, original.amount, original: original.serial)
        hold(entry)
        plan = [.say(result(entry, repeated: false), .commit)] + slips(of: entry) + [.say(Self.completion, .answer)]
    }

    /// Lets an entry wait for the till's answer.
    func hold(_ entry: HonestBook.Entry) {
        phase = .booked
        booking = entry.serial
        book.change(entry.serial) { $0.isSettled = false }
    }

    // MARK: The till's answer

    func responded(_ response: TillTelegram) {
        guard case .answer(let awaited, _) = waiting else { return }
        waiting = .nothing
        if awaited == .commit, let serial = booking {
            switch response {
            case .refused(TerminalCode.busy) where asked < request.longestWait ?? .max:
                asked += 1
                plan.insert(contentsOf: [.pause(.seconds(2)), .say(lastSaid, .commit)], at: 0)
            case .refused: refused(serial)
            case .issuedInPart(let part): issued(part, serial)
            default: confirm(serial)
            }
        }
        advance()
    }

    /// Reduces a booking to the part of the goods that was given, before it is confirmed.
    private func issued(_ part: Int64, _ serial: Int) {
        let way = choices.choose(.part)
        guard way != 2, 1...book.entries[serial].amount ~= part else { return refused(serial) }
        book.change(serial) { $0.amount = part }
        confirm(serial)
        let entry = book.entries[serial]
        log.note(.book("B\(serial) is booked for \(part)"))
        plan =
            (way == 1 ? [.say(result(entry, repeated: false), .answer)] : []) + slips(of: entry) + [
                .say(Self.completion, .answer)
            ]
    }

    private func confirm(_ serial: Int) {
        booking = nil
        phase = .confirmed
        acknowledged = serial
        book.change(serial) { $0.isSettled = true }
        log.note(.book("B\(serial) is acknowledged"))
    }

    private func refused(_ serial: Int) {
        booking = nil
        undo(serial, asReversal: book.entries[serial].kind == .payment)
        let code = TerminalCode.timeout
        plan =
            progress(TerminalCode.reversing) + [
                .say(Self.numberless(code), .answer), .say(Self.aborted(code), .answer),
            ]
    }

    func abort() {
        guard habits.aborting != .ignores else { return link.forgetLast() }
        guard habits.aborting == .honours, !isMaster || phase == .awaitingCard else {
            return say(Self.no(TerminalCode.impossible))
        }
        say(Self.yes)
        if isMaster {
            waiting = .nothing
            cancelled()
            advance()
        } else if isBusyByItself, booking == nil {
            log.note(.book("the card phase is aborted"))
            ownWork += 1
            busyUntil = nil
        }
    }

    // MARK: A lost line

    /// Ends the plan because the till does not answer or the connection is gone. The rest of the plan is never sent.
    func lineFailed() {
        guard isMaster else { return }
        plan = []
        waiting = .nothing
        defer { phase = .none }
        switch phase {
        case .none: return
        case .awaitingCard, .card: goOnAlone()
        case .booked: settleAlone()
        case .confirmed: undoAcknowledged()
        }
        meanwhile()
    }

    private func goOnAlone() {
        let (kind, amount, asking) = (cardKind, request.amount ?? 0, asking)
        let soon = now + .seconds(4)
        defer { hostSince = busyUntil.map { $0 + .seconds(-1) } }
        switch choices.choose(.afterBreak) {
        case 1: byItself(at: soon) { $0.bookAlone(kind, amount, asking) }
        case 2:
            byItself(at: max(soon, lastHeard + (Self.longestCardPhase - .seconds(5)))) {
                $0.bookAlone(kind, amount, asking)
            }
        case 3: byItself(at: soon) { _ = $0.enter(.declined, amount, code: 0x05, for: asking) }
        default: log.note(.book("gives the payment up"))
        }
    }

    private func bookAlone(_ kind: HonestBook.Kind, _ amount: Int64, _ asking: PaymentID?) {
        let entry = enter(kind, amount, for: asking)
        guard line != nil, !isMaster, choices.choose(.newLine) == 1 else { return }
        hold(entry)
        plan = ending(0, entry, slips(of: entry))
        advance()
        finish()
    }

    private func settleAlone() {
        guard let serial = booking else { return }
        booking = nil
        isStale = choices.choose(.stale) == 1
        let way = choices.choose(.unacknowledged)
        guard way != 1 else {
            log.note(.book("keeps B\(serial), not acknowledged"))
            return byItself(at: now + .seconds(1)) { $0.book.change(serial) { $0.isSettled = true } }
        }
        let isPayment = book.entries[serial].kind == .payment
        let at = now + (choices.choose(.undoing) == 1 ? Duration.seconds(55) : .seconds(1))
        byItself(at: at) { $0.undo(serial, asReversal: way == 0 && isPayment) }
    }

    /// Handles a missing answer of the till to the receipts or to the completion, for which a terminal may undo the
    /// booking.
    private func undoAcknowledged() {
        // A failure during the completion undoes nothing (§2.2.9).
        guard let serial = acknowledged, !book.entries[serial].isUndone, lastSaid.prefix(2) != [0x06, 0x0F] else {
            return
        }
        acknowledged = nil
        let way = choices.choose(.unprinted)
        let isPayment = book.entries[serial].kind == .payment
        guard way > 0 else { return }
        byItself(at: now + .seconds(1)) { $0.undo(serial, asReversal: way == 1 && isPayment) }
    }

    /// Schedules work of the terminal itself, without asking or telling the till.
    private func byItself(at time: Uptime, _ work: @escaping (LawfulTerminal) -> Void) {
        ownWork += 1
        let number = ownWork
        (busyUntil, hostSince) = (time, nil)
        let job = TerminalJob(work)
        _ = lane.schedule(at: time) { [self] in
            guard ownWork == number else { return }
            busyUntil = nil
            isStale = false
            job.work(self)
        }
    }

    private func meanwhile() {
        let way = choices.choose(.meanwhile)
        guard way != 0 else { return }
        _ = lane.schedule(at: max(now, busyUntil ?? now) + .milliseconds(200)) { [self] in
            if way == 1 { takeForAnother() } else { endDay("its host ends its day") }
        }
    }

    // MARK: The book

    func enter(
        _ kind: HonestBook.Kind, _ amount: Int64, code: UInt8 = 0, original: Int? = nil, for payment: PaymentID?? = nil
    ) -> HonestBook.Entry {
        if kind == .payment { earlier = memory }
        let (memory, time, asking) = (memory, time, payment ?? asking)
        let entry = book.add { serial in
            HonestBook.Entry(
                serial: serial, kind: kind, amount: amount, receipt: memory.nextReceipt, trace: memory.nextTrace,
                turnover: memory.nextTurnover, at: time, terminalID: memory.terminalID, request: asking,
                original: original, code: code)
        }
        if kind != .declined || !habits.failuresTakeNoNumber {
            self.memory.nextReceipt = memory.nextReceipt % 9_999 + 1
        }
        self.memory.nextTrace = memory.nextTrace % 999_999 + 1
        self.memory.nextTurnover = memory.nextTurnover % 999_999 + 1
        self.memory.stored.append(entry.serial)
        self.memory.today.append(entry.serial)
        log.note(
            .book(
                "B\(entry.serial): \(kind.rawValue) of \(amount) for \(entry.request?.rawValue ?? "another"), receipt "
                    + "\(entry.receipt), trace \(entry.trace)"))
        return entry
    }

    func undo(_ serial: Int, asReversal: Bool) {
        let entry = book.entries[serial]
        book.change(serial) {
            $0.isUndone = true
            $0.isSettled = true
            $0.shownAsFailed = !asReversal
        }
        log.note(
            .book("B\(serial) is \(asReversal ? "reversed by the terminal itself" : "turned into a declined one")"))
        guard asReversal else { return }
        _ = enter(.reversal, entry.amount, original: serial, for: .some(nil))
    }

    /// Takes a payment for another till or from the terminal's own menu.
    func takeForAnother() { _ = enter(.payment, lastAmount, for: .some(nil)) }

    /// Books a payment from before this till used the terminal, of the same amount as order 1042.
    func bookEarlierPayment() {
        (memory.nextReceipt, memory.nextTrace, memory.nextTurnover) = (7, 7, 7)
        let entry = enter(.payment, 1150, for: .some(nil))
        book.change(entry.serial) { $0.at = TerminalTime(seconds: $0.at.seconds - 3_600) }
    }
}

/// Work of the terminal itself, on its own lane only.
private final class TerminalJob: @unchecked Sendable {  // guards: made and run on the terminal's lane
    let work: (LawfulTerminal) -> Void
    init(_ work: @escaping (LawfulTerminal) -> Void) { self.work = work }
}
