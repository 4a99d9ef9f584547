import Foundation
import Hardware
import Model
import Storage

/// All that is known of a payment, for a person: its state, the evidence, what would resolve it.
public struct PaymentExplanation: Hashable, Sendable {
    public struct Fact: Hashable, Sendable {
        public let sequence: Int64
        public let at: Date
        /// The journal's kind, `payment.result`.
        public let kind: String
        /// A sentence.
        public let text: String
    }

    public struct Print: Hashable, Sendable {
        public let receipt: ReceiptID
        public let copy: ReceiptCopy
        public let mark: PrintMark
        public let state: PrintState
    }

    public let history: PaymentHistory
    public let outcome: PaymentOutcome?
    /// Whether the payment is final.
    public let isFinal: Bool
    public let facts: [Fact]
    public let prints: [Print]

    /// The state in a sentence.
    public var state: String {
        switch outcome {
        case nil: "Not finished: Till was stopped before the outcome was known."
        case .approved(let result)?: "Paid. " + Self.identified(result)
        case .declined(let code, let text)?:
            "Declined with code \(Self.hex(code))\(text.map { " (\($0))" } ?? ""). Nothing was charged."
        case .cancelled(let code)?: "Cancelled at the terminal (code \(Self.hex(code))). Nothing was charged."
        case .reversed?: "The terminal booked it and took it back. Nothing is charged."
        case .notCharged(let reason)?: "Not charged. \(reason)"
        case .inDoubt(let reason)?: "In doubt. \(reason)"
        }
    }

    /// What would resolve it; nil when nothing is open.
    public var resolution: String? {
        guard !isFinal else { return nil }
        let address = history.intent.terminal
        let terminal = history.intent.terminalID.map { "terminal \($0)" } ?? "the terminal"
        return
            "Connect \(terminal) at \(address) and start a payment on it: before anything else Till asks the terminal "
            + "for its last transaction. Until that is clear, this terminal takes no other payment. Do not charge the "
            + "card again."
    }

    static func identified(_ result: TransactionResult) -> String {
        let parts = [
            result.terminalID.map { "terminal \($0)" }, result.receiptNumber.map { "receipt \($0)" },
            result.trace.map { "trace \($0)" }, result.approvalCode.map { "approval \($0)" },
            result.cardName, result.panLastDigits.map { "card ending in \($0)" },
        ]
        let known = parts.compactMap { $0 }.joined(separator: ", ")
        return known.isEmpty ? "" : "Proof: \(known)."
    }

    static func hex(_ code: UInt8) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension PaymentEvent {
    /// This fact in a sentence.
    var sentence: String {
        switch self {
        case .intended(let intent): "\(intent.amount) to be charged on \(intent.terminal); \(intent.watermark.sentence)"
        case .sending: "The payment command was about to be sent."
        case .refused(let code): "The terminal refused the command with code \(PaymentExplanation.hex(code))."
        case .result(let result, let answer): Self.sentence(result, answer)
        case .text(let text):
            "The terminal sent \(text.lines.count) lines for the \(text.copy?.rawValue ?? "unnamed") receipt."
        case .cancelRequested: "Someone asked to cancel."
        case .completed: "The terminal ended the payment as completed."
        case .aborted(let code):
            "The terminal ended the payment as aborted\(code.map { " with code \(PaymentExplanation.hex($0))" } ?? "")."
        case .disturbed(let failure): "Disturbed: \(failure.sentence)"
        case .evidence(let evidence, let finding): "Asked the terminal. \(evidence.sentence) \(finding.sentence)"
        case .inDoubt(let reason): "Not resolved in time. \(reason)"
        case .settled(let outcome): "Final: \(outcome.word)."
        }
    }

    private static func sentence(_ result: TransactionResult, _ answer: Answer) -> String {
        let said = result.resultCode == 0 ? "success" : "failure \(PaymentExplanation.hex(result.resultCode))"
        let then =
            answer == .stored ? "It was stored, then acknowledged." : "It contradicts the request and was refused."
        return "The terminal reported \(said). \(PaymentExplanation.identified(result)) \(then)"
    }
}

extension Watermark {
    var sentence: String {
        switch self {
        case .receipt(let number): "the terminal's last receipt before was \(number)."
        case .nothingStored: "the terminal had no transaction to repeat before."
        case .unknown: "the terminal did not tell its last receipt before."
        }
    }
}

extension Evidence {
    var sentence: String {
        switch self {
        case .transaction(let result):
            "Its last transaction: code \(PaymentExplanation.hex(result.resultCode))"
                + "\(result.receiptNumber.map { ", receipt \($0)" } ?? "")\(result.originalTrace.map { ", reversing trace \($0)" } ?? "")."
        case .refused(let code):
            "The terminal would not repeat its last transaction (code \(PaymentExplanation.hex(code)))."
        case .nothing(let code):
            "It had nothing to repeat\(code.map { " (code \(PaymentExplanation.hex($0)))" } ?? "")."
        case .silent: "It told of no transaction."
        }
    }
}

extension Finding {
    var sentence: String {
        switch self {
        case .approved: "That is this payment: it is booked."
        case .reversed: "This payment was taken back."
        case .declined: "That is this payment: it failed."
        case .notBooked: "This payment is not there: it was never booked."
        case .unclear(let why): "That does not decide it: \(why)"
        }
    }
}

extension PaymentOutcome {
    /// Stable word for programs and people.
    public var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .reversed: "reversed"
        case .notCharged: "not_charged"
        case .inDoubt: "in_doubt"
        }
    }
}
