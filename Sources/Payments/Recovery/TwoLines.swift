import Hardware
import Model

extension PaymentHistory {
    /// Whether a terminal that tells this last transaction is certainly the one this payment ran on: it is the very
    /// transaction that the payment began from, or one that was told during it.
    func isWhereLastWas(_ last: TransactionResult) -> Bool {
        if let told = storedResult ?? refusedResult, told.isVery(last) { return true }
        guard case .receipt(let number) = intent.watermark, number == last.receiptNumber,
            let trace = intent.watermarkTrace, trace == last.trace, let time = intent.watermarkTime
        else { return false }
        return time == last.exactTimestamp
    }
}

extension TransactionResult {
    /// Whether all that two different transactions would differ in is told of both, and equal.
    fileprivate func isVery(_ other: TransactionResult) -> Bool {
        guard let receipt = receiptNumber, let trace, let time = exactTimestamp else { return false }
        return receipt == other.receiptNumber && trace == other.trace && time == other.exactTimestamp
    }
}
