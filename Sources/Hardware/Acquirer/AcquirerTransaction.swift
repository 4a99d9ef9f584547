import Model

/// A request to an acquirer.
package struct AcquirerTransaction: Hashable, Sendable {
    package let reference: PaymentID
    package let kind: TransactionKind
    package let amount: Money

    package init(reference: PaymentID, kind: TransactionKind, amount: Money) {
        self.reference = reference
        self.kind = kind
        self.amount = amount
    }
}
