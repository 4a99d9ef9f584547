/// A reservation on a card that a terminal holds until it is booked or released.
package struct Preauthorisation: Hashable, Codable, Sendable {
    /// The terminal's number of it, four digits (BMP 87).
    package let receiptNumber: Int
    /// The trace of its result (BMP 0B), if known.
    package var trace: Int?
    /// The approval code of its result (BMP 3B), if known.
    package var approvalCode: String?

    package init(receiptNumber: Int, trace: Int? = nil, approvalCode: String? = nil) {
        self.receiptNumber = receiptNumber
        self.trace = trace
        self.approvalCode = approvalCode
    }

    /// The reservation that this result made. Nil for a failure and for a result without a receipt number.
    package init?(_ result: TransactionResult) {
        guard result.isSuccess, let receiptNumber = result.receiptNumber else { return nil }
        self.init(receiptNumber: receiptNumber, trace: result.trace, approvalCode: result.approvalCode)
    }
}
