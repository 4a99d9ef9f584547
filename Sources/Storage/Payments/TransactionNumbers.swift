/// The numbers that a terminal gives to a transaction.
package struct TransactionNumbers: Hashable, Sendable {
    package let receipt: Int
    package let trace: Int

    package init(receipt: Int, trace: Int) {
        self.receipt = receipt
        self.trace = trace
    }
}
