import Hardware
import Model

// Support for a payment of which the terminal told two successes: the card may have been charged twice.

extension TransactionResult {
    /// Whether both have the same kind of number, receipt or trace.
    func sharesNumber(with other: TransactionResult) -> Bool {
        receiptNumber != nil && other.receiptNumber != nil || trace != nil && other.trace != nil
    }

    /// Whether any number tells which transaction it is.
    var namesATransaction: Bool { receiptNumber != nil || trace != nil || originalTrace != nil }

    /// Whether both have that number and the values differ.
    fileprivate func hasAnother(_ number: KeyPath<TransactionResult, Int?>, than other: TransactionResult) -> Bool {
        guard let ours = self[keyPath: number], let its = other[keyPath: number] else { return false }
        return ours != its
    }

    fileprivate var receiptName: String { receiptNumber.map(String.init) ?? "?" }
}

extension LastTransactionMatcher {
    /// Why the payment is in doubt after the terminal kept a second success that was refused.
    static func chargedTwice(_ first: TransactionResult?, _ refused: TransactionResult) -> Sentence {
        Sentence("reason.chargedTwice", ["first": first?.receiptName ?? "?", "second": refused.receiptName])
    }
}

extension PaymentHistory {
    /// The acknowledged success and the refused one, if the terminal told two.
    var twoSuccesses: (kept: TransactionResult, refused: TransactionResult)? {
        guard let kept = acknowledgedSuccess, let refused = refusedResult, refused.isSuccess,
            kept.hasAnother(\.receiptNumber, than: refused) || kept.hasAnother(\.trace, than: refused)
        else { return nil }
        return (kept, refused)
    }
}

extension PaymentExplanation {
    /// What to do if the card may have been charged twice; nil if only one success was told.
    func advice(onTwoSuccesses language: OperatorLanguage) -> String? {
        guard !isFinal, kind.takesMoney, let (kept, refused) = history.twoSuccesses else { return nil }
        let (first, second) = (kept.receiptName, refused.receiptName)
        return language.text("why.chargedTwice", ["first": first, "second": second])
    }
}
