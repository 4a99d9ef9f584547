import Flow
import Hardware
import Model

/// Asking the terminal what happened: connect, wait until it is ready, register, repeat the last receipt, judge.
/// Pure, like the machine it is a part of. Every setback leads back to asking, never to guessing.
struct Recovery: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        case connecting
        case enquiring
        case registering
        /// The question for the last receipt left, and is not taken yet.
        case asking
        case repeating(Evidence?)
        /// The last transaction said this, and the question for open reservations left.
        case listing(after: Finding, [Int]?)
        /// Pausing before the line is opened again.
        case reconnectLater
        /// Pausing before the terminal is asked again on the same line.
        case askLater
    }

    /// Between two tries to open a line that is gone.
    static let reconnectPause = Duration.milliseconds(500)
    /// Between two questions to a terminal that is busy or silent.
    static let askPause = Duration.seconds(1)

    var phase = Phase.connecting
    /// The latest setback, for the person who is told that the payment is in doubt.
    var lastReason: String

    init(reason: String) { lastReason = reason }

    mutating func connected() -> [PaymentMachine.Step] {
        guard phase == .connecting else { return [] }
        return ask()
    }

    mutating func notConnected(_ failure: Failure) -> [PaymentMachine.Step] {
        guard phase == .connecting else { return [] }
        lastReason = failure.sentence
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
        return [.request(.enquireStatus)]
    }

    /// Only what comes after this answers the question; a result before it is still news of the payment.
    mutating func accepted() -> [PaymentMachine.Step] {
        if phase == .asking { phase = .repeating(nil) }
        return []
    }

    mutating func list(after finding: Finding) -> [PaymentMachine.Step] {
        phase = .listing(after: finding, nil)
        return [.request(.openPreauthorisations)]
    }

    mutating func named(_ open: [Preauthorisation]) -> [PaymentMachine.Step] {
        guard case .listing(let finding, let before) = phase else { return [] }
        phase = .listing(after: finding, (before ?? []) + open.map(\.receiptNumber))
        return []
    }

    mutating func askLater(_ reason: String) -> [PaymentMachine.Step] {
        lastReason = reason
        phase = .askLater
        return [.pause(Self.askPause)]
    }

    mutating func reconnectLater(_ reason: String) -> [PaymentMachine.Step] {
        lastReason = reason
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
        case .progress(let progress): return [.show(progress)]
        case .text(let id, let text): return [record(.text(text.withoutCardData)), .answer(id, .stored)]
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
        guard !isFromBefore(result) else { return [.answer(id, .refuse)] }
        return answer(result, id, refusing: !fits(result))
    }

    /// The late answer to a question of an earlier life, which was cut off as well: it says nothing of this payment.
    private func isFromBefore(_ result: TransactionResult) -> Bool {
        guard result.resultCode == 0, let receipt = result.receiptNumber else { return false }
        if claimed.contains(where: { $0.result.isSameTransaction(as: result) }) { return true }
        return history.intent.watermark.isNewer(receipt) == false
    }

    private func fits(_ result: TransactionResult) -> Bool {
        guard !contradicts(result) else { return false }
        guard result.resultCode == 0, result.originalTrace == nil else { return true }
        guard result.amountMinor != nil, let receipt = result.receiptNumber else { return false }
        return history.intent.watermark.isNewer(receipt) != false
    }

    /// The answer to our question. It is only read, so it is answered at once; what it means is written when it ends.
    private mutating func collect(_ result: TransactionResult, _ id: TerminalRecordID) -> [Step] {
        let steps = recover {
            $0.phase = .repeating(.transaction(result))
            return []
        }
        return steps + [.answer(id, .stored)]
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
        case .completed(let terminal) where terminal.status == 0x9C:
            return recover { $0.askLater("The terminal is busy.") }
        case .completed:
            let currency = history.intent.amount.currency
            return recover {
                $0.phase = .registering
                return [.request(.register(currency))]
            }
        case .aborted, .refused, .disturbed: return setback(end)
        }
    }

    private mutating func registered(_ end: TerminalEnd) -> [Step] {
        guard case .completed(let terminal) = end else { return setback(end) }
        if let its = terminal.terminalID, let ours = history.intent.terminalID, its != ours {
            return doubt("Terminal \(its) is connected, the payment was sent to \(ours).")
        }
        return recover {
            $0.phase = .asking
            return [.request(.repeatReceipt)]
        }
    }

    private mutating func repeated(_ end: TerminalEnd, _ collected: Evidence?) -> [Step] {
        switch end {
        case .completed: return conclude(collected ?? .silent)
        case .aborted(let code): return conclude(collected ?? .nothing(code: code))
        case .refused(let code) where code != 0x9C: return conclude(.refused(code: code))
        case .refused, .disturbed: return setback(end)
        }
    }

    private var rule: MatchingRule {
        MatchingRule(
            intent: history.intent, told: history.storedResult, refused: history.refusedResult, goods: history.goods)
    }

    /// What ends a reservation need not be a transaction that a terminal tells again: where it tells nothing new, it is asked
    /// whether the reservation is still open.
    private mutating func conclude(_ evidence: Evidence) -> [Step] {
        let finding =
            if case .transaction(let result) = evidence { rule.judge(result, claimedBy: claimed) } else {
                rule.judge(evidence)
            }
        let written = note(evidence, finding)
        guard history.intent.purpose.reserved != nil, finding.isOfNothingNew else { return written + act(on: finding) }
        return written + recover { $0.list(after: finding) }
    }

    private mutating func listed(_ end: TerminalEnd, _ open: [Int]?, after finding: Finding) -> [Step] {
        switch end {
        case .refused(code: 0x9C), .disturbed: return setback(end)
        case .completed, .aborted, .refused:
            guard let open else { return act(on: finding) }
            let found = rule.judge(openReservations: open, after: finding)
            return note(.openReservations(open), found) + act(on: found)
        }
    }

    private mutating func note(_ evidence: Evidence, _ finding: Finding) -> [Step] {
        history.isKnown(evidence) ? [] : [record(.evidence(evidence, finding))]
    }

    private mutating func act(on finding: Finding) -> [Step] {
        switch finding {
        case .approved(let result): settle(.approved(result))
        case .reversed(let result): settle(.reversed(result))
        case .declined(let result): settle(.declined(code: result.resultCode, text: result.additionalText))
        case .notBooked: settle(notBooked())
        case .unclear(let why): recover { $0.askLater(why) }
        }
    }

    /// A failure we had already been told of stays what it was; otherwise the command never became a transaction.
    private func notBooked() -> PaymentOutcome {
        guard let failed = history.storedResult, failed.resultCode != 0 else {
            return .notCharged(reason: "The terminal has no such transaction.")
        }
        return Self.outcome(ofAbort: nil, history)
    }

    private mutating func setback(_ end: TerminalEnd) -> [Step] {
        switch end {
        case .completed: return recover { $0.askLater("The terminal gave no answer.") }
        case .aborted: return recover { $0.askLater("The terminal would not answer now.") }
        case .refused: return recover { $0.askLater("The terminal is busy.") }
        case .disturbed(let failure): return recover { $0.reconnectLater(failure.sentence) }
        }
    }
}
