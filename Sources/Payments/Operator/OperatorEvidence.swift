import Failures
import Flow
import Foundation
import Model

/// What a person read about a transaction in doubt, in the terminal's own journal or on its receipt. It is typed, so
/// that it can be compared with what is known.
package struct OperatorEvidence: Hashable, Codable, Sendable {
    package enum Statement: Hashable, Codable, Sendable {
        /// The terminal has booked it with these numbers.
        case booked(receipt: Int, trace: Int, amount: Money)
        /// The terminal has not booked it: it is not in its journal, whose newest entry has this receipt number; 0 if
        /// the journal is empty.
        case notBooked(newestReceipt: Int)
        /// The terminal's journal shows it as reversed, void or failed, and its newest entry has this receipt number.
        case takenBack(newestReceipt: Int)
        /// The terminal does not hold the reservation any more, and nothing was charged by it: it lapsed, was released
        /// at the terminal, or the terminal was exchanged.
        case ended
    }

    /// The longest text that is stored.
    package static let mostCharacters = 500

    package let statement: Statement
    /// Where it was read, in the person's own words.
    package let words: String?
    /// The operator who was signed in.
    package let operatorName: String
    /// Whether the terminal has restarted its receipt numbers, so that they cannot be compared with earlier ones.
    /// Absent in the journal if that was not stated.
    private let restarted: Bool?
    /// Whether the newest entry of the terminal's journal is a payment that this till did not take. Absent in the
    /// journal if that was not stated.
    private let anothers: Bool?

    package var numbersRestarted: Bool { restarted ?? false }
    package var newestIsAnothers: Bool { anothers ?? false }

    /// Whether it states that this result, which the terminal told for the payment, is another till's. Some terminals
    /// tell their last stored transaction when they booked none.
    func isAbout(_ told: TransactionResult?) -> Bool {
        guard newestIsAnothers, case .notBooked(let newest) = statement else { return false }
        return newest > 0 && told?.receiptNumber == newest
    }

    package init(
        _ statement: Statement, words: String?, operatorName: String, numbersRestarted: Bool = false,
        newestIsAnothers: Bool = false
    ) {
        restarted = numbersRestarted ? true : nil
        anothers = newestIsAnothers ? true : nil
        self.statement = statement
        self.words = words
        self.operatorName = operatorName
    }
}

extension TransactionResult {
    var numbers: String {
        [receiptNumber.map { "receipt \($0)" }, trace.map { "trace \($0)" }].compactMap { $0 }.joined(separator: ", ")
    }
}

extension Failure {
    static func contradicts(_ what: String) -> Failure {
        Failure(
            SettlementFailure.contradiction, "That contradicts what is known of the transaction: \(what).",
            remedy: "read the terminal's journal again; run `till why` for what is known", recovery: .askOperator)
    }

    /// A number out of sequence is mistyped, unless the terminal has restarted its numbers.
    static func numberContradicts(_ what: String) -> Failure {
        Failure(
            SettlementFailure.contradiction, "That contradicts what is known of the transaction: \(what).",
            remedy:
                "read the terminal's journal again; where it counts its receipts anew since then, after an end of day "
                + "or a setup, add --numbers-restarted",
            recovery: .askOperator)
    }

    static func toldAndNewest(_ numbers: String) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            "That contradicts what is known of the transaction: the terminal told \(numbers) of it, so that entry is it.",
            remedy:
                "where the terminal's journal shows that entry as reversed, void or failed, say --taken-back instead of "
                + "--not-booked; where it is a payment of another till, add --newest-is-anothers; otherwise it is booked",
            recovery: .askOperator)
    }

    static func fitsAndNewest(_ numbers: String, _ amount: Money) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            "That contradicts what is known of the transaction: the terminal told \(numbers), \(amount), when it was asked, "
                + "which fits, so that entry is it.",
            remedy:
                "let the terminal say it: till resolve. Where its journal shows that entry as reversed, void or failed, say "
                + "--taken-back instead of --not-booked; where it is another payment of this till, settle that one first; where it "
                + "is a payment of another till, add --newest-is-anothers",
            recovery: .askOperator)
    }

    static func refusedAndKept(_ numbers: String) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            "That contradicts what is known of the transaction: the terminal told \(numbers), which was refused, as booked.",
            remedy:
                "reverse it at the terminal, then say --taken-back; or, where it is in the currency that was asked for, say "
                + "--booked with the amount that it booked",
            recovery: .askOperator)
    }

    static let evidenceMissing = Failure(
        SettlementFailure.noEvidence, "That a transaction was not booked must be read somewhere.",
        remedy: "say where in --evidence, such as \"journal printed at the terminal at 14:40, last entry 0043\"",
        recovery: .askOperator)

    static let evidenceUnfit = Failure(
        SettlementFailure.badEvidence,
        "Evidence has at most \(OperatorEvidence.mostCharacters) characters and no card number.", recovery: .giveUp)

    static func nothingToSettle(_ payment: PaymentID, _ outcome: PaymentOutcome) -> Failure {
        Failure(
            SettlementFailure.notInDoubt, "\(payment) is not in doubt: it is \(outcome.word).", recovery: .giveUp)
    }
}
