import Model
import Storage

// What people are told of an outcome and of a print. Programs have the stable words of `word` and `rawValue`.

extension PaymentOutcome {
    /// What became of it, in a word or two.
    package func name(in tongue: OperatorLanguage) -> String {
        switch self {
        case .approved: tongue("approved", "genehmigt")
        case .declined: tongue("declined", "abgelehnt")
        case .cancelled: tongue("cancelled", "abgebrochen")
        case .reversed: tongue("taken back by the terminal", "vom Terminal zurückgenommen")
        case .notCharged: tongue("not charged", "nicht belastet")
        case .inDoubt: tongue("in doubt", "ungeklärt")
        case .goodsNotGiven: tongue("no goods were given", "keine Ware ausgegeben")
        case .goodsUnpaid: tongue("the goods were given and are not paid", "die Ware ist ausgegeben und nicht bezahlt")
        }
    }
}

extension ReceiptCopy {
    /// Whose receipt it is.
    package func name(in tongue: OperatorLanguage) -> String {
        switch self {
        case .customer: tongue("customer receipt", "Kundenbeleg")
        case .merchant: tongue("merchant receipt", "Händlerbeleg")
        }
    }
}

extension PrintState {
    /// How far a print has come, in a few words.
    package func name(in tongue: OperatorLanguage) -> String {
        switch self {
        case .pending: tongue("waits to be printed", "wartet auf den Druck")
        case .printing: tongue("begun and not ended", "begonnen und nicht beendet")
        case .confirmed: PrintEnd.confirmed.name(in: tongue)
        case .probably: PrintEnd.probably.name(in: tongue)
        case .failed: tongue("not printed", "nicht gedruckt")
        case .unknown: tongue("may be printed in part", "vielleicht nur teilweise gedruckt")
        case .voided: tongue("withdrawn before it was printed", "vor dem Druck zurückgezogen")
        }
    }
}

extension PrintEnd {
    /// How a print ended, in a few words.
    package func name(in tongue: OperatorLanguage) -> String {
        switch self {
        case .confirmed: tongue("confirmed by the printer", "vom Drucker bestätigt")
        case .probably: tongue("not confirmed by the printer", "vom Drucker nicht bestätigt")
        case .failed: PrintState.failed.name(in: tongue)
        case .unknown: PrintState.unknown.name(in: tongue)
        }
    }
}

extension OperatorLanguage {
    /// A sentence that was written down in English, in this language where it is one that Till writes.
    package func told(_ stored: String) -> String { StoredWords.told(stored, in: self) }
}
