import Flow
import Model
import Storage

/// Journal kind `receipt.waived`: somebody did without the paper of a receipt that waited for its printer or could not be printed.
package struct WaiverFact: Hashable, Codable, Sendable {
    /// The kind of its entries in the journal.
    package static let kind = "receipt.waived"

    let receipt: ReceiptID
    let copy: ReceiptCopy
    /// The prints that are not made any more.
    package let prints: [PrintJobID]
    /// The person who did without the paper. Absent where nobody said.
    package let by: Requester?

    package init(_ receipt: StoredReceipt, prints: [PrintJob], by requester: Requester?) {
        self.receipt = receipt.id
        copy = receipt.copy
        self.prints = prints.map(\.id)
        by = requester
    }
}
