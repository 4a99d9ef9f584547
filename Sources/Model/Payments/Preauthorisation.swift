/// A reservation on a card that a terminal keeps open until it is booked, released or reversed.
package struct Preauthorisation: Hashable, Codable, Sendable {
    /// The terminal's own name for it, four digits (BMP 87).
    package let receiptNumber: Int
    /// BMP 0B of its result, where it is known.
    package var trace: Int?
    /// BMP 3B of its result, where it is known.
    package var approvalCode: String?

    package init(receiptNumber: Int, trace: Int? = nil, approvalCode: String? = nil) {
        self.receiptNumber = receiptNumber
        self.trace = trace
        self.approvalCode = approvalCode
    }

    /// The one that this result reserved. Nil for a failure and for a result without a receipt number.
    package init?(_ result: TransactionResult) {
        guard result.isSuccess, let receiptNumber = result.receiptNumber else { return nil }
        self.init(receiptNumber: receiptNumber, trace: result.trace, approvalCode: result.approvalCode)
    }
}
