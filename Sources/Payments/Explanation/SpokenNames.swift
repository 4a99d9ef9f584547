import Failures
import Flow
import Model
import Storage

// The names of outcomes and prints for people. Programs use the stable codes of `word` and `rawValue`.

extension PaymentOutcome {
    /// The outcome in a word or two.
    package var name: Sentence {
        switch self {
        case .approved: Sentence("outcome.approved")
        case .declined: Sentence("outcome.declined")
        case .cancelled: Sentence("outcome.cancelled")
        case .reversed: Sentence("outcome.reversed")
        case .notCharged: Sentence("outcome.notCharged")
        case .inDoubt: Sentence("outcome.inDoubt")
        case .goodsNotGiven: Sentence("outcome.goodsNotGiven")
        case .goodsUnpaid: Sentence("outcome.goodsUnpaid")
        }
    }

    package func name(in language: OperatorLanguage) -> String { name.text(in: language) }
}

extension ReceiptCopy {
    /// The name of the receipt's copy.
    package var name: Sentence {
        switch self {
        case .customer: Sentence("receipt.customer")
        case .merchant: Sentence("receipt.merchant")
        }
    }

    package func name(in language: OperatorLanguage) -> String { name.text(in: language) }
}

extension PrintState {
    /// The progress of a print in a few words.
    package func name(in language: OperatorLanguage) -> String {
        switch self {
        case .pending: language.text("printState.pending")
        case .printing: language.text("printState.printing")
        case .confirmed: PrintEnd.confirmed.name(in: language)
        case .probably: PrintEnd.probably.name(in: language)
        case .failed: language.text("printState.failed")
        case .unknown: language.text("printState.unknown")
        case .voided: language.text("printState.voided")
        }
    }
}

extension PrintEnd {
    /// The end of a print in a few words.
    package func name(in language: OperatorLanguage) -> String {
        switch self {
        case .confirmed: language.text("printState.confirmed")
        case .probably: language.text("printState.probably")
        case .failed: PrintState.failed.name(in: language)
        case .unknown: PrintState.unknown.name(in: language)
        }
    }
}

extension Sentence {
    /// The failure's sentence, from the catalogue if it has one.
    package init(_ failure: Failure) { self = failure.said }
}
