import Foundation
import Model

/// A receipt document in the archive. The document never changes; only the count of its prints grows.
public struct StoredReceipt: Hashable, Codable, Sendable {
    public let id: ReceiptID
    public let payment: PaymentID
    public let orderNumber: String?
    public let copy: ReceiptCopy
    public let document: Receipt
    /// How many prints of it were begun, the unmarked one included. A print of which no byte left does not count.
    public let printCount: Int
    public let createdAt: Date
}

public protocol ReceiptReading {
    func receipt(id: ReceiptID) throws(StorageError) -> StoredReceipt?
    /// The copies of one payment, the customer's first.
    func receipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt]
    /// Every copy of every payment for that order number, newest first.
    func receipts(orderNumber: String) throws(StorageError) -> [StoredReceipt]
    /// The newest receipt; of one copy where that is given.
    func latestReceipt(copy: ReceiptCopy?) throws(StorageError) -> StoredReceipt?
    /// Newest first.
    func receipts(limit: Int) throws(StorageError) -> [StoredReceipt]
}

public protocol ReceiptWriting {
    /// Archives a document. Refused with `.conflict(.id)` when its id, or that copy of its payment, is there already.
    func insert(_ document: Receipt, createdAt: Date) throws(StorageError)
}
