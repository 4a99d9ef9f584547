import Flow
import Model
import Storage

// What people are told of an outcome and of a print. Programs have the stable words of `word` and `rawValue`.

extension PaymentOutcome {
    /// What became of it, in a word or two.
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
    /// Whose receipt it is.
    package func name(in language: OperatorLanguage) -> String {
        switch self {
        case .customer: language.text("receipt.customer")
        case .merchant: language.text("receipt.merchant")
        }
    }
}

extension PrintState {
    /// How far a print has come, in a few words.
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
    /// How a print ended, in a few words.
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
    /// What a failure says, in the words of the catalogue where it has them.
    package init(_ failure: Failure) { self.init(failure: failure.code, saying: failure.sentence) }
}
