import Foundation
import Model

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
    /// Deletes every receipt of these owners, with all its prints. Returns how many receipts.
    @discardableResult
    func dropReceipts(of owners: [PaymentID]) throws(StorageError) -> Int
}
