import Failures
import Flow
import Foundation
import Model

/// What a person read about a transaction in doubt, in the terminal's own journal or on its receipt. It is typed, so
/// that it can be compared with what is known.
package struct OperatorEvidence: Hashable, Codable, Sendable {
    package enum Statement: Hashable, Codable, Sendable {
        /// The terminal has booked it with these numbers; without a receipt number if it gives none.
        case booked(receipt: Int?, trace: Int, amount: Money)
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

    /// The words if they may be stored permanently. Throws `settlement.noEvidence` for none, and `settlement.badEvidence` for words
    /// that are too long or hold a card number.
    package static func checked(_ words: String) throws(Failure) -> String {
        guard !words.allSatisfy(\.isWhitespace) else { throw .evidenceMissing }
        guard words.count <= mostCharacters, !CardData.isIn(written: words) else { throw .evidenceUnfit }
        return words
    }

    package let statement: Statement
    /// The place where the statement was read, in the person's own words.
    package let words: String?
    /// The operator who was signed in.
    package let operatorName: String
    /// Whether the terminal has restarted its receipt numbers, so that they cannot be compared with earlier ones.
    /// Absent in the journal if that was not stated.
    private let restarted: Bool?
    /// Whether the newest entry of the terminal's journal is a payment that this till did not take. Absent in the
    /// journal if that was not stated.
    private let anothers: Bool?
    /// Whether another payment with the same numbers was booked by another terminal. Absent in the journal if that was not
    /// stated.
    private let otherTerminal: Bool?
    /// The person who stated it. Absent in older journals, and where nobody said.
    package let by: Requester?

    package var numbersRestarted: Bool { restarted ?? false }
    package var newestIsAnothers: Bool { anothers ?? false }
    package var isOfOtherTerminal: Bool { otherTerminal ?? false }

    /// Whether it states that this result, which the terminal told for the payment, is another till's. Some terminals
    /// tell their last stored transaction when they booked none.
    func isAbout(_ told: TransactionResult?) -> Bool {
        guard newestIsAnothers, case .notBooked(let newest) = statement else { return false }
        return newest > 0 && told?.receiptNumber == newest
    }

    package init(
        _ statement: Statement, words: String?, operatorName: String, numbersRestarted: Bool = false,
        newestIsAnothers: Bool = false, isOfOtherTerminal: Bool = false, by: Requester? = nil
    ) {
        restarted = numbersRestarted ? true : nil
        anothers = newestIsAnothers ? true : nil
        otherTerminal = isOfOtherTerminal ? true : nil
        self.statement = statement
        self.words = words
        self.operatorName = operatorName
        self.by = by
    }
}

extension TransactionResult {
    var numbers: Sentence {
        let receipt = receiptNumber.map { Sentence("detail.receipt", ["receipt": $0]) }
        let trace = trace.map { Sentence("detail.trace", ["trace": $0]) }
        return Sentence(listing: [receipt, trace].compactMap(\.self))
    }
}

extension Sentence {
    static func otherAmount(_ its: Money, _ said: Money) -> Sentence {
        Sentence("detail.otherAmount", ["its": its, "said": said])
    }
}

extension Failure {
    static func contradicts(_ what: Sentence) -> Failure {
        Failure(
            SettlementFailure.contradiction, Sentence("failure.settlement.contradiction.contradicts", ["what": what]),
            remedy: Sentence("remedy.settlement.contradiction.contradicts"), recovery: .askOperator)
    }

    /// A number out of sequence is mistyped, unless the terminal has restarted its numbers.
    static func numberContradicts(_ what: Sentence) -> Failure {
        Failure(
            SettlementFailure.contradiction, Sentence("failure.settlement.contradiction.contradicts", ["what": what]),
            remedy: Sentence("remedy.settlement.contradiction.numberContradicts"), recovery: .askOperator)
    }

    static func toldAndNewest(_ numbers: Sentence) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            Sentence("failure.settlement.contradiction.toldAndNewest", ["numbers": numbers]),
            remedy: Sentence("remedy.settlement.contradiction.toldAndNewest"), recovery: .askOperator)
    }

    static func fitsAndNewest(_ numbers: Sentence, _ amount: Money) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            Sentence("failure.settlement.contradiction.fitsAndNewest", ["numbers": numbers, "amount": amount]),
            remedy: Sentence("remedy.settlement.contradiction.fitsAndNewest"), recovery: .askOperator)
    }

    /// The booking that put the payment in doubt again is its own, unless the person says that it is another's.
    static func seemsBookedAndNewest(_ numbers: Sentence, _ amount: Money) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            Sentence("failure.settlement.contradiction.fitsAndNewest", ["numbers": numbers, "amount": amount]),
            remedy: Sentence("remedy.settlement.contradiction.seemsBookedAndNewest"), recovery: .askOperator)
    }

    /// What gives money back is not itself reversed at the terminal.
    static func refusedAndKept(_ numbers: Sentence, _ kind: TransactionKind) -> Failure {
        let isReversible =
            switch kind {
            case .payment, .reservation, .booking: true
            case .refund, .reversal, .release: false
            }
        return Failure(
            SettlementFailure.contradiction,
            Sentence("failure.settlement.contradiction.refusedAndKept", ["numbers": numbers]),
            remedy: isReversible
                ? Sentence("remedy.settlement.contradiction.refusedAndKept")
                : Sentence("remedy.settlement.contradiction.refusedAndKept.final"), recovery: .askOperator)
    }

    static let evidenceMissing = Failure(
        SettlementFailure.noEvidence, Sentence("failure.settlement.noEvidence"),
        remedy: Sentence("remedy.settlement.noEvidence"), recovery: .askOperator)

    static let evidenceUnfit = Failure(
        SettlementFailure.badEvidence,
        Sentence("failure.settlement.badEvidence", ["mostCharacters": OperatorEvidence.mostCharacters]),
        recovery: .giveUp)

    static func nothingToSettle(_ payment: PaymentID, _ outcome: PaymentOutcome) -> Failure {
        Failure(
            SettlementFailure.notInDoubt,
            Sentence("failure.settlement.notInDoubt.nothingToSettle", ["payment": payment, "word": outcome.word]),
            recovery: .giveUp)
    }
}
