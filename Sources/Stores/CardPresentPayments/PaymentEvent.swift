import Flow
import Hardware
import Model

/// One fact about a payment, as the journal keeps it. Facts are only ever added.
public enum PaymentEvent: Hashable, Codable, Sendable {
    /// S1: what will be asked for.
    case intended(PaymentIntent)
    /// S2: from here on bytes may have left.
    case sending
    /// The terminal refused the command; it never started.
    case refused(code: UInt8)
    /// S5: what the terminal said of the transaction, and what we answered it.
    case result(TransactionResult, answer: Answer)
    /// S7: receipt text, complete or in part.
    case text(TerminalText)
    /// A person or a program asked to cancel. The outcome still comes from the terminal.
    case cancelRequested
    /// S8: the terminal ended the transaction with `06 0F`.
    case completed
    /// S8: the terminal ended the transaction with `06 1E`.
    case aborted(code: UInt8?)
    /// The line or the dialogue broke; the truth must be asked for.
    case disturbed(Failure)
    /// Recovery asked; this is what the terminal said, and what follows from it.
    case evidence(Evidence, Finding)
    /// Not resolved in time. Recovery goes on later.
    case inDoubt(reason: String)
    /// S9: final. The ledger, the order and the print jobs are in the same transaction.
    case settled(PaymentOutcome)
    /// S9 by a person, with what was read in the terminal's own journal; only what is in doubt.
    case operatorSettled(OperatorEvidence, PaymentOutcome)
    /// What a person had said was wrong: it is in doubt again.
    case operatorWithdrew(words: String, operatorName: String)
    /// What became of the goods. It decides what the terminal is told, and is never changed.
    case goods(GoodsIssue)
    /// What was said of the goods when the payment was over without it. Changes nothing.
    case goodsTooLate(GoodsIssue)

    public enum Answer: String, Hashable, Codable, Sendable {
        case stored, refuse
        /// As the goods were given; as long as that is not known, that they are pending.
        case goods
    }

    /// The journal's `kind` column.
    public var kind: String {
        switch self {
        case .intended: "payment.intended"
        case .sending: "payment.sending"
        case .refused: "payment.refused"
        case .result: "payment.result"
        case .text: "payment.text"
        case .cancelRequested: "payment.cancelRequested"
        case .completed: "payment.completed"
        case .aborted: "payment.aborted"
        case .disturbed: "payment.disturbed"
        case .evidence: "payment.evidence"
        case .inDoubt: "payment.inDoubt"
        case .settled: "payment.settled"
        case .operatorSettled: "payment.operatorSettled"
        case .operatorWithdrew: "payment.operatorWithdrew"
        case .goods: "payment.goods"
        case .goodsTooLate: "payment.goodsTooLate"
        }
    }
}

/// A payment as its journalled facts tell it: what recovery starts from and what `till why` explains.
public struct PaymentHistory: Hashable, Sendable {
    public enum Stage: Hashable, Sendable {
        case intended, sending
        /// The last status information, and our answer to it.
        case resulted(TransactionResult, PaymentEvent.Answer)
        case completed(TransactionResult)
        case aborted(code: UInt8?, after: TransactionResult?)
        case refused(code: UInt8)
        case settled(PaymentOutcome)
    }

    /// Why it is in doubt again.
    static let withdrawn = "What was typed of it was withdrawn."

    public let intent: PaymentIntent
    public private(set) var stage = Stage.intended
    public private(set) var texts: [TerminalText] = []
    /// The status information that was answered with a refusal: its reversal is expected.
    public private(set) var refusedResult: TransactionResult?
    /// Whether somebody asked to cancel it.
    public private(set) var wasCancelled = false
    /// Whether it was approved, and its booking left to the goods.
    private(set) var hungOnGoods = false
    public private(set) var doubt: String?
    public private(set) var lastEvidence: Evidence?
    /// The reservations that it last named as open.
    private var openReservations: Evidence?
    /// What became of the goods, as long as that could still matter.
    public private(set) var goods: GoodsIssue?
    /// What was said of them afterwards.
    public private(set) var lateGoods: GoodsIssue?
    /// What the terminal booked, by a person's word, where that is not what it was asked for.
    public private(set) var otherAmount: Money?
    /// Where it was when a person settled it; nil when none did.
    private var beforeOperator: Stage?

    public init(_ intent: PaymentIntent) { self.intent = intent }

    /// The history these facts tell; nil when they do not begin with an intent.
    public init?(_ events: some Sequence<PaymentEvent>) {
        var iterator = events.makeIterator()
        guard case .intended(let intent)? = iterator.next() else { return nil }
        self.init(intent)
        while let event = iterator.next() { apply(event) }
    }

    /// The newest status information we did not refuse.
    public var storedResult: TransactionResult? {
        switch stage {
        case .resulted(let result, .stored), .resulted(let result, .goods), .completed(let result),
            .aborted(_, let result?):
            result
        case .intended, .sending, .resulted(_, .refuse), .aborted(_, nil), .refused, .settled: nil
        }
    }

    /// Whether this success is word that ours was taken back.
    func wasUndone(by result: TransactionResult) -> Bool {
        guard let reversed = result.originalTrace else { return false }
        return !intent.purpose.mayReverse(reversed)
    }

    /// Whether a person settled it, who may take that back.
    var wasSettledByOperator: Bool { beforeOperator != nil }

    /// Whether some status information was refused.
    public var refusedAResult: Bool { refusedResult != nil }

    /// Whether the journal tells how it ended, though nobody has settled it: no terminal need be asked.
    public var isDecided: Bool {
        switch stage {
        case .intended, .refused: true
        case .completed: !bookedAnUntoldPart
        case .aborted(_, let result): result?.resultCode != 0 && !refusedAResult
        case .sending, .resulted, .settled: false
        }
    }

    /// Whether it is what the terminal told before.
    func isKnown(_ evidence: Evidence) -> Bool { evidence == lastEvidence || evidence == openReservations }

    public mutating func apply(_ event: PaymentEvent) {
        switch event {
        case .intended, .disturbed: break
        case .cancelRequested: wasCancelled = true
        case .evidence(.openReservations(let open), _): openReservations = .openReservations(open)
        case .evidence(let evidence, _): lastEvidence = evidence
        case .sending: stage = .sending
        case .refused(let code): stage = .refused(code: code)
        case .result(let result, let answer):
            // What was printed so far tells of a try that failed; the next one prints its own.
            if case .resulted(let former, _) = stage, former.resultCode != 0 { texts = [] }
            stage = .resulted(result, answer)
            if answer == .refuse { refusedResult = refusedResult ?? result }
            if answer == .goods { hungOnGoods = true }
        case .text(let text): texts.append(text)
        case .completed:
            if let result = storedResult { stage = .completed(result) }
        case .aborted(let code): stage = .aborted(code: code, after: storedResult)
        case .inDoubt(let reason): doubt = reason
        case .settled(let outcome):
            stage = .settled(outcome)
            doubt = nil
        case .operatorSettled(let evidence, let outcome):
            if case .booked(_, _, let amount) = evidence.statement, !mayBook(amount.minorUnits) { otherAmount = amount }
            beforeOperator = stage
            stage = .settled(outcome)
            doubt = nil
        case .operatorWithdrew:
            stage = beforeOperator ?? stage
            (beforeOperator, otherAmount) = (nil, nil)
            doubt = Self.withdrawn
        case .goods(let issue): goods = issue
        case .goodsTooLate(let issue): lateGoods = issue
        }
    }
}
