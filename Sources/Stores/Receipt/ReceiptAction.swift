import Flow
import Model
import Storage

/// What can be asked of the archive of receipts. Works with nobody signed in. Paper is the print spool's.
public enum ReceiptAction: Action {
    /// The receipt as text, laid out for that many columns, with the mark it would bear on its first print.
    case generateContent(ReceiptReference, columns: Int, Reply<String>)
    case loadReceipt(ReceiptReference, Reply<StoredReceipt>)
    /// Newest first.
    case listReceipts(limit: Int, Reply<[StoredReceipt]>)
}

/// Which receipt is meant: an id, an order number, or the newest, and whose copy.
public struct ReceiptReference: Hashable, Sendable {
    /// A receipt id, an order number, or `last`.
    public let name: String
    /// Nil takes the copy that an id names, or the customer's.
    public let copy: ReceiptCopy?

    public init(_ name: String, copy: ReceiptCopy? = nil) {
        self.name = name
        self.copy = copy
    }
}
