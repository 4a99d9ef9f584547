import Foundation
import Model

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
    /// The receipts that were stored before this one, withdrawn or not, newest first; none before an unknown one.
    func receipts(before receipt: ReceiptID, limit: Int) throws(StorageError) -> [StoredReceipt]
    /// The owners of old receipts, payments and ends of day, oldest first, at most `limit`: those of which every receipt was
    /// stored before a time, none is among the newest `kept`, and no print waits, runs, or has failed or become unknown
    /// without a later one that came out.
    func agedReceiptOwners(
        before time: Date, keepingNewest kept: Int, limit: Int
    ) throws(StorageError) -> [PaymentID]
}
