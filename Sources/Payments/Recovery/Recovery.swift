import Flow
import Hardware
import Model

/// Asks the terminal what happened: connect, wait until it is ready, register, repeat the last receipt, judge. It is
/// pure, like the machine that contains it. After every setback the terminal is asked again; nothing is guessed.
package struct Recovery: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case connecting
        case enquiring
        case registering
        /// The question for the last receipt was sent and is not accepted yet.
        case asking
        case repeating(LastTransactionAnswer?)
        /// The last transaction led to this verdict, and the question for open reservations was sent.
        case listing(after: RecoveryVerdict, [Int]?)
        /// Waiting before the line is opened again.
        case reconnectLater
        /// Waiting before the terminal is asked again on the same line.
        case askLater
    }

    /// The pause before the next try to open a lost line.
    static let reconnectPause = Duration.milliseconds(500)
    /// The pause before the next question to a terminal that is busy or silent.
    static let askPause = Duration.seconds(1)
    /// The pause after `quickQuestions` questions: it may take minutes until it is certain that nothing runs any more.
    static let longAskPause = Duration.seconds(8)
    static let quickQuestions = 10

    var phase = Phase.connecting
    /// The latest setback, for the person who is told that the payment is in doubt.
    private(set) var lastReason: Sentence
    /// Whether that setback came from a question of this process.
    private var wasAnswered = false
    private var questions = 0
    /// Whether the terminal has accepted the question: what it tells before that belongs to something else.
    private(set) var isTaken = false
    /// What the terminal printed with the answer; it belongs to the transaction that the answer tells.
    private var texts: [TerminalText] = []
    /// The most texts that are stored; no receipt has more.
    private static let mostTexts = 2_000

    init(reason: Sentence) { lastReason = reason }

    static let endlessAnswer = Sentence("reason.endlessAnswer")

    /// Why the payment is in doubt when time is up. If the terminal never ends its first answer, that is the reason,
    /// and not an earlier setback.
    var reasonToGiveUp: Sentence { isTaken && !wasAnswered ? Self.endlessAnswer : lastReason }

    private mutating func note(_ reason: Sentence) { (lastReason, wasAnswered) = (reason, true) }

    mutating func connected() -> [PaymentMachine.Step] {
        guard phase == .connecting else { return [] }
        return ask()
    }

    mutating func notConnected(_ failure: Failure) -> [PaymentMachine.Step] {
        guard phase == .connecting else { return [] }
        note(Sentence(failure))
        phase = .reconnectLater
        return [.pause(Self.reconnectPause)]
    }

    mutating func elapsed() -> [PaymentMachine.Step] {
        switch phase {
        case .reconnectLater:
            phase = .connecting
            return [.connect]
        case .askLater: return ask()
        case .connecting, .enquiring, .registering, .asking, .repeating, .listing: return []
        }
    }

    mutating func ask() -> [PaymentMachine.Step] {
        phase = .enquiring
        isTaken = false
        questions += 1
        return [.request(.enquireStatus)]
    }

    /// Takes in that the terminal has accepted the question. Only what comes after this answers it; a result before it
    /// still concerns the payment itself.
    mutating func accepted() -> [PaymentMachine.Step] {
        isTaken = true
        if phase == .asking {
            phase = .repeating(nil)
            texts = []
        }
        return []
    }

    /// Keeps text that the terminal prints with its answer, and no more of it than any receipt has. Text at another
    /// time is ignored here.
    mutating func hear(_ text: TerminalText) -> [PaymentMachine.Step] {
        guard case .repeating = phase, texts.count < Self.mostTexts else { return [] }
        texts.append(text)
        return []
    }

    /// What the terminal printed with the answer, in the form that may be stored.
    var storedTexts: [TerminalText] { texts.withoutCardData }

    /// If an answer tells two transactions, nobody knows to which a text belongs.
    mutating func hear(_ result: TransactionResult) -> [PaymentMachine.Step] {
        if case .repeating(.transaction(let former)?) = phase, former != result { texts = [] }
        phase = .repeating(.transaction(result))
        return []
    }

    mutating func next(_ phase: Phase) {
        self.phase = phase
        isTaken = false
    }

    mutating func list(after finding: RecoveryVerdict) -> [PaymentMachine.Step] {
        phase = .listing(after: finding, nil)
        isTaken = false
        return [.request(.openPreauthorisations)]
    }

    mutating func named(_ open: [Preauthorisation]) -> [PaymentMachine.Step] {
        guard case .listing(let finding, let before) = phase else { return [] }
        phase = .listing(after: finding, (before ?? []) + open.map(\.receiptNumber))
        return []
    }

    /// Notes why nothing is certain yet, and pauses before the terminal is asked again.
    ///
    /// - Parameter rest: the time after which it is certain that nothing runs any more, so that asking need not wait
    ///   longer.
    mutating func askLater(_ reason: Sentence, rest: Duration = .zero) -> [PaymentMachine.Step] {
        note(reason)
        phase = .askLater
        let pause = questions <= Self.quickQuestions ? Self.askPause : Self.longAskPause
        return [.pause(rest > .zero ? min(pause, rest) : pause)]
    }

    mutating func reconnectLater(_ reason: Sentence) -> [PaymentMachine.Step] {
        note(reason)
        phase = .reconnectLater
        return [.pause(Self.reconnectPause)]
    }
}

extension PaymentMachine {
    mutating func recover(_ body: (inout Recovery) -> [Step]) -> [Step] {
        guard case .recovering(var recovery) = state else { return [] }
        let steps = body(&recovery)
        state = .recovering(recovery)
        return steps
    }

    mutating func recovering(_ event: TerminalEvent) -> [Step] {
        guard case .recovering(let recovery) = state else { return [] }
        switch event {
        case .accepted: return recover { $0.accepted() }
        case .answered: return []
        case .openPreauthorisations(let open): return recover { $0.named(open) }
        case .progress(let progress):
            return (recovery.isTaken ? [] : stillRuns()) + noteDayEnd(progress) + [.show(progress)]
        case .text(let id, let text):
            if case .repeating = recovery.phase { return recover { $0.hear(text) } + [.answer(id, .stored)] }
            guard history.writtenTexts < Self.mostTexts else { return [.answer(id, .refuse)] }
            return store(text) + [.answer(id, .stored)]
        case .result(let id, let result):
            guard case .repeating = recovery.phase else { return adopt(result, id) }
            return collect(result, id)
        // The totals of an interrupted end of day cannot be stored here.
        case .totals(let id, _): return noteDayEnd() + [.answer(id, .refuse)]
        case .orphanEnded: return []
        case .finished(let end): return answered(end, in: recovery)
        }
    }

    /// Handles a result of the lost payment, which is still running at the terminal: it is accepted if it fits the
    /// intent, and refused otherwise. Once the terminal has completed the payment, the result is another till's.
    private mutating func adopt(_ result: TransactionResult, _ id: TerminalRecordID) -> [Step] {
        guard !isOlder(result), !history.wasCompleted else { return [.answer(id, .refuse)] }
        if let verdict = verdict(beyondBounds: result) { return stillRuns() + [.answer(id, verdict)] }
        return stillRuns() + answer(result, id, refusing: !fits(result))
    }

    /// Notes that the payment is still running and that our answer lets it go on, so that the card phase begins anew.
    /// It is written at most every `shortestNote`, so that the journal cannot fill up.
    private mutating func stillRuns() -> [Step] {
        guard now.boot != nil, !history.isAskedSince(now, within: Self.shortestNote) else { return [] }
        return [record(.asking(since: now))]
    }

    private static let shortestNote = Duration.seconds(5)

    /// Whether it is the late answer to an interrupted question of an earlier process, which says nothing of this
    /// payment.
    private func isOlder(_ result: TransactionResult) -> Bool {
        guard result.isSuccess else { return false }
        return isFromBefore(result) || result.receiptNumber.flatMap { history.intent.watermark.isNewer($0) } == false
    }

    private func fits(_ result: TransactionResult) -> Bool {
        guard !contradicts(result) else { return false }
        guard result.isSuccess, result.originalTrace == nil else { return true }
        guard result.amountMinor != nil, let receipt = result.receiptNumber else { return false }
        return history.intent.watermark.isNewer(receipt) != false
    }

    /// Takes the answer to the question. It is only read, so it is acknowledged at once; its meaning is written when it
    /// ends.
    private mutating func collect(_ result: TransactionResult, _ id: TerminalRecordID) -> [Step] {
        recover { $0.hear(result) } + [.answer(id, .stored)]
    }

    private mutating func answered(_ end: TerminalEnd, in recovery: Recovery) -> [Step] {
        switch recovery.phase {
        case .enquiring: enquired(end)
        case .registering: registered(end)
        case .asking: repeated(end, nil)
        case .repeating(let evidence): repeated(end, evidence)
        case .listing(let finding, let open): listed(end, open, after: finding)
        case .connecting, .reconnectLater, .askLater: []
        }
    }

    private mutating func enquired(_ end: TerminalEnd) -> [Step] {
        switch end {
        case .completed(let terminal) where terminal.status?.reason == .busy: return busy()
        case .completed:
            let currency = history.intent.amount.currency
            return recover {
                $0.next(.registering)
                return [.request(.register(currency))]
            }
        case .aborted, .refused, .disturbed: return setback(end)
        }
    }

    private mutating func registered(_ end: TerminalEnd) -> [Step] {
        guard case .completed(let terminal) = end else { return setback(end) }
        if let its = terminal.terminalID, let ours = history.intent.terminalID, its != ours {
            return doubt(Sentence("reason.otherTerminalConnected", ["its": its, "ours": ours]))
        }
        return recover {
            $0.next(.asking)
            return [.request(.repeatReceipt)]
        }
    }

    private mutating func repeated(_ end: TerminalEnd, _ collected: LastTransactionAnswer?) -> [Step] {
        switch end {
        case .completed: return conclude(collected ?? .silent)
        case .aborted(let code) where code?.reason == .busy && collected == nil: return busy()
        case .aborted(let code): return conclude(collected ?? .nothing(code: code))
        case .refused(let code) where code.reason != .busy: return conclude(.refused(code: code))
        case .refused, .disturbed: return setback(end)
        }
    }

    private var rule: LastTransactionMatcher {
        LastTransactionMatcher(
            intent: history.intent, told: history.toldResult, refused: history.refusedResult, goods: history.goods,
            seen: history.seenBooking, dayEnded: history.dayEnded)
    }

    /// Ends the question. Not every terminal repeats a reservation or its end: if it tells nothing new, it is asked which
    /// reservations are open.
    private mutating func conclude(_ evidence: LastTransactionAnswer) -> [Step] {
        let judged =
            if case .transaction(let result) = evidence {
                rule.judge(result, claimedBy: claimed, after: earlierWatermarks)
            } else {
                rule.judge(evidence)
            }
        let finding = certain(judged, by: evidence)
        let written = note(evidence, finding)
        let isToAsk =
            history.intent.purpose.reserved != nil && finding.isOfNothingNew && !isContradicted(finding)
            || finding == .unclear(LastTransactionMatcher.beforeTheReservation)
        return written + (isToAsk ? recover { $0.list(after: finding) } : act(on: finding))
    }

    /// Whether something new contradicts that the reservation has not ended, so that a list of open reservations proves
    /// nothing: another terminal may have written it, or one that goes on listing a reservation of which a part was booked.
    private func isContradicted(_ finding: RecoveryVerdict) -> Bool {
        guard case .unclear(let why) = finding else { return false }
        return history.seenBooking != nil || history.refusedResult != nil
            || why.code.map(LastTransactionMatcher.ofSomethingNew.contains) ?? false
    }

    private mutating func listed(_ end: TerminalEnd, _ open: [Int]?, after finding: RecoveryVerdict) -> [Step] {
        switch end {
        case .disturbed: return setback(end)
        case .refused(let code) where code.reason == .busy: return setback(end)
        case .completed, .aborted, .refused:
            let found = certain(rule.judge(openReservations: open, after: finding), by: nil)
            return (open.map { note(.openReservations($0), found) } ?? []) + act(on: found)
        }
    }

    /// The verdict as far as it is certain. While our payment may still be running, the last transaction of a terminal
    /// proves nothing, however ready the terminal says it is: ours may be booked, tried again or taken back after that
    /// (ZVT 13.08 §2.2.6, §2.2.8).
    private func certain(_ finding: RecoveryVerdict, by evidence: LastTransactionAnswer?) -> RecoveryVerdict {
        // Other payments may have followed that a restored journal does not know, and look like this one.
        guard !history.wasRestored || history.isTold(by: evidence) else { return .unclear(Self.restored) }
        guard history.mayStillRun(at: now) <= .zero else { return .unclear(Self.mayStillRun) }
        guard history.toldOldResult, finding.isOfNothingNew else { return finding }
        return .unclear(Self.toldOldResult)
    }

    static let toldOldResult = Sentence("reason.toldOldResult")

    static let mayStillRun = Sentence("reason.mayStillRun")

    static let restored = Sentence("reason.restored")

    /// Handles "busy". It proves that the payment is not over, and its absence proves nothing: a terminal may be busy
    /// only while it talks to its host, and a wrong PIN brings it back to the card. If it is busy beyond the card
    /// phase, it may be serving another payment.
    private mutating func busy() -> [Step] {
        let phase = history.cardPhase
        let isBeyond = phase > .zero && history.isAskedSince(now) && !history.isAskedSince(now, within: phase)
        return (isBeyond ? [record(.asking(since: now))] : []) + recover { $0.askLater(Sentence("reason.busy")) }
    }

    private mutating func note(_ evidence: LastTransactionAnswer, _ finding: RecoveryVerdict) -> [Step] {
        history.isKnown(evidence, finding) ? [] : [record(.evidence(evidence, finding))]
    }

    private mutating func act(on finding: RecoveryVerdict) -> [Step] {
        switch finding {
        case .approved(let result): keepTexts() + settle(.approved(result))
        case .reversed(let result): (result == nil ? [] : keepTexts()) + settle(.reversed(result))
        case .declined(let result):
            keepTexts() + settle(.declined(code: result.resultCode, text: result.additionalText))
        case .notBooked: settle(notBooked())
        case .unclear(let why): askLater(why)
        }
    }

    private mutating func askLater(_ why: Sentence) -> [Step] {
        let rest = history.mayStillRun(at: now)
        return recover { $0.askLater(why, rest: rest) }
    }

    /// The answer tells this payment, so what was printed with it belongs to the payment, too.
    private mutating func keepTexts() -> [Step] {
        guard case .recovering(let recovery) = state else { return [] }
        let texts = recovery.storedTexts
        return texts.isEmpty ? [] : [record(.repeatedText(texts))]
    }

    /// The outcome of a payment that was not booked. A failure that was told already stays what it was; otherwise the
    /// command never became a transaction.
    private func notBooked() -> PaymentOutcome {
        guard let failed = history.toldResult, !failed.isSuccess else {
            return .notCharged(reason: Sentence("reason.noSuchTransaction"))
        }
        return Self.outcome(ofAbort: nil, history)
    }

    private mutating func setback(_ end: TerminalEnd) -> [Step] {
        switch end {
        case .completed: return recover { $0.askLater(Sentence("reason.noAnswer")) }
        case _ where end.reason == .busy: return busy()
        case .aborted, .refused: return recover { $0.askLater(Sentence("reason.wouldNotAnswer")) }
        case .disturbed(let failure): return recover { $0.reconnectLater(Sentence(failure)) }
        }
    }
}
