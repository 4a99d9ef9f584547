import Flow
import Hardware
import Model

/// Asking the terminal what happened: connect, wait until it is ready, register, repeat the last receipt, judge.
/// Pure, like the machine it is a part of. Every setback leads back to asking, never to guessing.
package struct Recovery: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case connecting
        case enquiring
        case registering
        /// The question for the last receipt left, and is not taken yet.
        case asking
        case repeating(LastTransactionAnswer?)
        /// The last transaction said this, and the question for open reservations left.
        case listing(after: RecoveryVerdict, [Int]?)
        /// Pausing before the line is opened again.
        case reconnectLater
        /// Pausing before the terminal is asked again on the same line.
        case askLater
    }

    /// Between two tries to open a line that is gone.
    static let reconnectPause = Duration.milliseconds(500)
    /// Between two questions to a terminal that is busy or silent.
    static let askPause = Duration.seconds(1)
    /// The pause after `quickQuestions` questions: it may be minutes until it is certain that nothing runs any more.
    static let longAskPause = Duration.seconds(8)
    static let quickQuestions = 10

    var phase = Phase.connecting
    /// The latest setback, for the person who is told that the payment is in doubt.
    private(set) var lastReason: Sentence
    /// Whether that is what came of a question of this life.
    private var wasAnswered = false
    private var questions = 0
    /// Whether the terminal has taken the question: what it tells before belongs to something else.
    private(set) var isTaken = false
    /// What the terminal printed with the answer to our question: it belongs to whatever that answer tells of.
    private var texts: [TerminalText] = []
    /// The most texts that are kept; no receipt has more.
    private static let mostTexts = 2_000

    init(reason: Sentence) { lastReason = reason }

    static let endlessAnswer = Sentence("reason.endlessAnswer")

    /// Why it is in doubt where there is no more time. Of a terminal that goes on answering its first question for ever, what
    /// was known before is not why.
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

    /// Only what comes after this answers the question; a result before it is still news of the payment.
    mutating func accepted() -> [PaymentMachine.Step] {
        isTaken = true
        if phase == .asking {
            phase = .repeating(nil)
            texts = []
        }
        return []
    }

    /// Text outside the answer may lack what came before it, and may be anything's: it is on no receipt.
    mutating func hear(_ text: TerminalText) -> [PaymentMachine.Step] {
        guard case .repeating = phase, texts.count < Self.mostTexts else { return [] }
        texts.append(text)
        return []
    }

    /// What the terminal printed with the answer, as it may be stored.
    var storedTexts: [TerminalText] { texts.withoutCardData }

    /// Where an answer tells of two transactions, nobody knows whose text is whose.
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

    /// - Parameter rest: when it is certain that nothing runs any more, and asking need not wait any longer.
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
            return (recovery.isTaken ? [] : stillRuns()) + [.show(progress)]
        case .text(let id, let text):
            if case .repeating = recovery.phase { return recover { $0.hear(text) } + [.answer(id, .stored)] }
            guard history.writtenTexts < Self.mostTexts else { return [.answer(id, .refuse)] }
            return store(text) + [.answer(id, .stored)]
        case .result(let id, let result):
            guard case .repeating = recovery.phase else { return adopt(result, id) }
            return collect(result, id)
        // The totals of an end of day that was cut off: nobody here keeps them.
        case .totals(let id, _): return [.answer(id, .refuse)]
        case .orphanEnded: return []
        case .finished(let end): return answered(end, in: recovery)
        }
    }

    /// The terminal is still in the payment we lost: its result is ours if it fits the intent, and is refused otherwise.
    private mutating func adopt(_ result: TransactionResult, _ id: TerminalRecordID) -> [Step] {
        guard !isOlder(result) else { return [.answer(id, .refuse)] }
        if let verdict = verdict(beyondBounds: result) { return stillRuns() + [.answer(id, verdict)] }
        return stillRuns() + answer(result, id, refusing: !fits(result))
    }

    /// The terminal is in the middle of the payment, and our answer lets it go on: the card phase begins anew. Written at
    /// most every `shortestNote`, so that the journal cannot fill.
    private mutating func stillRuns() -> [Step] {
        guard now.boot != nil, !history.isAskedSince(now, within: Self.shortestNote) else { return [] }
        return [record(.asking(since: now))]
    }

    private static let shortestNote = Duration.seconds(5)

    /// The late answer to a question of an earlier life, which was cut off as well: it says nothing of this payment.
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

    /// The answer to our question. It is only read, so it is answered at once; what it means is written when it ends.
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
            seen: history.seenBooking)
    }

    /// What ends a reservation need not be a transaction that a terminal tells again: where it tells nothing new, it is asked
    /// whether the reservation is still open.
    private mutating func conclude(_ evidence: LastTransactionAnswer) -> [Step] {
        let judged =
            if case .transaction(let result) = evidence { rule.judge(result, claimedBy: claimed) } else {
                rule.judge(evidence)
            }
        let finding = certain(judged)
        let written = note(evidence, finding)
        guard history.intent.purpose.reserved != nil, finding.isOfNothingNew else { return written + act(on: finding) }
        return written + recover { $0.list(after: finding) }
    }

    private mutating func listed(_ end: TerminalEnd, _ open: [Int]?, after finding: RecoveryVerdict) -> [Step] {
        switch end {
        case .disturbed: return setback(end)
        case .refused(let code) where code.reason == .busy: return setback(end)
        case .completed, .aborted, .refused:
            let found = certain(rule.judge(openReservations: open, after: finding))
            return (open.map { note(.openReservations($0), found) } ?? []) + act(on: found)
        }
    }

    /// However ready a terminal says that it is, its last transaction proves nothing as long as ours may still be running:
    /// it may be booked, tried again or taken back after that (ZVT 13.08 §2.2.6, §2.2.8).
    private func certain(_ finding: RecoveryVerdict) -> RecoveryVerdict {
        guard history.mayStillRun(at: now) <= .zero else { return .unclear(Self.mayStillRun) }
        guard history.toldOldResult, finding.isOfNothingNew else { return finding }
        return .unclear(Self.toldOldResult)
    }

    static let toldOldResult = Sentence("reason.toldOldResult")

    static let mayStillRun = Sentence("reason.mayStillRun")

    /// That it is busy tells when it is not over, and nothing of when it is: a terminal may say so at its host only, and a wrong
    /// PIN brings it back to the card. Busy beyond its card phase, it may take another one.
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

    /// The answer tells of this payment, and so does what was printed with it.
    private mutating func keepTexts() -> [Step] {
        guard case .recovering(let recovery) = state else { return [] }
        let texts = recovery.storedTexts
        return texts.isEmpty ? [] : [record(.repeatedText(texts))]
    }

    /// A failure we had already been told of stays what it was; otherwise the command never became a transaction.
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
