import Foundation
import Model

/// A receipt document in the archive. The document never changes; only the count of its prints grows.
package struct StoredReceipt: Hashable, Codable, Sendable {
    package let id: ReceiptID
    package let payment: PaymentID
    package let orderNumber: String?
    package let copy: ReceiptCopy
    package let document: Receipt
    /// How many prints of it were begun, the unmarked one included. A print of which no byte left does not count.
    package let printCount: Int
    package let createdAt: Date
    /// When the receipt was withdrawn, because the outcome that it shows does not hold any more; nil while it stands.
    package let withdrawnAt: Date?

    /// Whether it may be printed, shown and e-mailed.
    package var stands: Bool { withdrawnAt == nil }
}

package protocol ReceiptReading {
    func receipt(id: ReceiptID) throws(StorageError) -> StoredReceipt?
    /// The copies of one payment that stand, the customer's first.
    func receipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt]
    /// The receipts of one payment that were withdrawn, oldest first.
    func withdrawnReceipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt]
    /// Every copy of every payment for that order number, withdrawn or not, newest first.
    func receipts(orderNumber: String) throws(StorageError) -> [StoredReceipt]
    /// The newest receipt, withdrawn or not; of one copy where that is given.
    func latestReceipt(copy: ReceiptCopy?) throws(StorageError) -> StoredReceipt?
    /// The newest receipts, withdrawn or not, newest first.
    func receipts(limit: Int) throws(StorageError) -> [StoredReceipt]
}

package protocol ReceiptWriting {
    /// Archives a document. Refused with `.conflict(.id)` when its id is there already, or that copy of its payment stands.
    func insert(_ document: Receipt, createdAt: Date) throws(StorageError)
    /// Withdraws a receipt: it is not printed any more. Voids and returns its prints that waited.
    @discardableResult
    func withdraw(receipt: ReceiptID, at time: Date) throws(StorageError) -> [PrintJob]
    /// Lets a withdrawn receipt stand again. `.conflict(.id)` when another receipt stands for that copy of its payment.
    func reinstate(receipt: ReceiptID) throws(StorageError)
}
