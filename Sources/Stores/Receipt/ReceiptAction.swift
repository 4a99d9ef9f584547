import Flow
import Model
import Storage

/// What can be asked of the archive of receipts. Works with nobody signed in. Paper is the print spool's.
package enum ReceiptAction: Action {
    /// The receipt as text, laid out for that many columns, with the mark it would bear on its first print.
    case generateContent(ReceiptReference, columns: Int, Reply<String>)
    case loadReceipt(ReceiptReference, Reply<StoredReceipt>)
    /// Puts a receipt into the archive as it is. Refused where its id, or that copy of its payment, is there, and where any
    /// of its texts holds card data.
    case saveReceipt(Receipt, Reply<StoredReceipt>)
    /// Every print of a receipt, oldest first, and what was moved to another printer and why.
    case listPrints(ReceiptReference, Reply<[PrintHistory]>)
    /// Every print of the receipts of a payment that stand, the customer's first.
    case listPrintsOfPayment(PaymentID, Reply<[PrintHistory]>)
    /// Newest first, withdrawn or not.
    case listReceipts(limit: Int, Reply<[ListedReceipt]>)
}

/// One print, and how it came to its printer.
package struct PrintHistory: Hashable, Sendable {
    package struct Move: Hashable, Sendable {
        package let from: String
        package let because: Failure
    }

    package let job: PrintJob
    /// Nil where it was printed where it was to be.
    package let move: Move?
}

/// Which receipt is meant: an id, an order number, or the newest, and whose copy.
package struct ReceiptReference: Hashable, Sendable {
    /// A receipt id, an order number, or `last`.
    package let name: String
    /// Nil takes the copy that an id names, or the customer's.
    package let copy: ReceiptCopy?

    package init(_ name: String, copy: ReceiptCopy? = nil) {
        self.name = name
        self.copy = copy
    }
}
