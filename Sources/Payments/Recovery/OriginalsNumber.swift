import Model

// Some terminals book a reversal under the receipt number of the payment that it reverses.

extension PaymentIntent {
    /// Whether the numbers are those of a reversal under its payment's receipt number: the trace is newer than the payment's and
    /// than that of the last transaction from before.
    func reusesOriginalReceipt(_ receipt: Int, _ trace: Int) -> Bool {
        guard case .reversal(let booked) = purpose, booked.receiptNumber == receipt else { return false }
        let before = [booked.trace, watermarkTrace].compactMap(\.self)
        return !before.isEmpty && before.allSatisfy { LastTransactionMatcher.isNewer(trace, than: $0) }
    }

    /// Whether that success is such a reversal by all its numbers: it names the payment's trace, too, and what came before it
    /// is known.
    func reusesOriginalReceipt(_ result: TransactionResult) -> Bool {
        guard case .reversal(let booked) = purpose, result.isSuccess, let named = result.originalTrace,
            named == booked.trace, watermarkTrace != nil, let receipt = result.receiptNumber, let trace = result.trace
        else { return false }
        return reusesOriginalReceipt(receipt, trace)
    }
}
