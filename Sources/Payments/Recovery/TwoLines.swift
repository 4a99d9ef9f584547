import Hardware
import Model

extension PaymentHistory {
    /// Whether the terminal with this last transaction is certainly the one on which this payment ran: it is the very
    /// transaction from which the payment began, or one that was told during it.
    func isWhereLastWas(_ last: TransactionResult) -> Bool {
        if let told = storedResult ?? refusedResult, told.isCertainlySameTransaction(as: last) { return true }
        guard case .receipt(let number) = intent.watermark, number == last.receiptNumber,
            let trace = intent.watermarkTrace, trace == last.trace, let time = intent.watermarkTime
        else { return false }
        return time == last.exactTimestamp
    }
}

extension PaymentHistory {
    /// Whether this answer tells the very transaction that the terminal had told for this payment.
    func isTold(by answer: LastTransactionAnswer?) -> Bool {
        guard case .transaction(let last)? = answer, let told = storedResult ?? acknowledgedSuccess else {
            return false
        }
        return told.isCertainlySameTransaction(as: last)
    }
}

extension TransactionResult {
    /// Whether everything in which two different transactions would differ is told by both, and equal.
    func isCertainlySameTransaction(as other: TransactionResult) -> Bool {
        guard let receipt = receiptNumber, let trace, let time = exactTimestamp else { return false }
        return receipt == other.receiptNumber && trace == other.trace && time == other.exactTimestamp
    }
}
