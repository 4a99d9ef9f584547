import Foundation
import Model

/// A stored receipt document. The document never changes; only its print count does.
package struct StoredReceipt: Hashable, Codable, Sendable {
    package let id: ReceiptID
    package let payment: PaymentID
    package let orderNumber: String?
    package let copy: ReceiptCopy
    package let document: Receipt
    /// How many prints were begun, the unmarked one included. A print of which no byte was sent does not count.
    package let printCount: Int
    package let createdAt: Date
    /// When the receipt was withdrawn because its outcome no longer holds; nil while it is valid.
    package let withdrawnAt: Date?

    /// Whether the receipt may be printed, shown and e-mailed.
    package var stands: Bool { withdrawnAt == nil }
}

package protocol ReceiptReading {
    func receipt(id: ReceiptID) throws(StorageError) -> StoredReceipt?
    /// The valid receipts of one payment, the customer's copy first.
    func receipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt]
    /// The withdrawn receipts of one payment, oldest first.
    func withdrawnReceipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt]
    /// Every receipt of every payment with this order number, withdrawn or not, newest first.
    func receipts(orderNumber: String) throws(StorageError) -> [StoredReceipt]
    /// The newest receipt, withdrawn or not, optionally of one copy.
    func latestReceipt(copy: ReceiptCopy?) throws(StorageError) -> StoredReceipt?
    /// The newest receipts, withdrawn or not, newest first.
    func receipts(limit: Int) throws(StorageError) -> [StoredReceipt]
}

package protocol ReceiptWriting {
    /// Stores a document. Throws `.conflict(.id)` when its id is taken, or a valid receipt of that copy of the payment
    /// exists.
    func insert(_ document: Receipt, createdAt: Date) throws(StorageError)
    /// Withdraws a receipt, so that it is not printed any more. Voids and returns its waiting prints.
    @discardableResult
    func withdraw(receipt: ReceiptID, at time: Date) throws(StorageError) -> [PrintJob]
    /// Makes a withdrawn receipt valid again. Throws `.conflict(.id)` when another one is valid for that copy of the
    /// payment.
    func reinstate(receipt: ReceiptID) throws(StorageError)
}
