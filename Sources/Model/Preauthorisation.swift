/// A reservation on a card that a terminal keeps open until it is booked, released or reversed.
public struct Preauthorisation: Hashable, Codable, Sendable {
    /// The terminal's own name for it, four digits (BMP 87).
    public let receiptNumber: Int
    /// BMP 0B of its result, where it is known.
    public var trace: Int?
    /// BMP 3B of its result, where it is known.
    public var approvalCode: String?

    public init(receiptNumber: Int, trace: Int? = nil, approvalCode: String? = nil) {
        self.receiptNumber = receiptNumber
        self.trace = trace
        self.approvalCode = approvalCode
    }

    /// The one that this result reserved. Nil for a failure and for a result without a receipt number.
    public init?(_ result: TransactionResult) {
        guard result.resultCode == 0, let receiptNumber = result.receiptNumber else { return nil }
        self.init(receiptNumber: receiptNumber, trace: result.trace, approvalCode: result.approvalCode)
    }
}
