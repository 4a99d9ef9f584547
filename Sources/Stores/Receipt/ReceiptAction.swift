import Flow
import Model
import Storage

/// Requests for the archive of receipts. They work without a signed-in operator. The print spool is responsible for
/// paper.
/// - Shop: none
package enum ReceiptAction: Action {
    /// The receipt as text, laid out for that many columns, with the mark of its first print.
    case generateContent(ReceiptReference, columns: Int, Reply<String>)
    /// The receipt as it is stored, with its prints.
    case loadReceipt(ReceiptReference, Reply<StoredReceipt>)
    /// Puts a receipt into the archive unchanged. Refused if its id, or that copy of its payment, is there already, and
    /// if any of its texts contains card data.
    case saveReceipt(Receipt, Reply<StoredReceipt>)
    /// All prints of a receipt, oldest first, with those that were moved to another printer and why.
    case listPrints(ReceiptReference, Reply<[PrintHistory]>)
    /// All prints of a payment's valid receipts, the customer's first.
    case listPrintsOfPayment(PaymentID, Reply<[PrintHistory]>)
    /// The receipts that were to be printed and are on no paper, oldest first: their prints wait or have failed, and nobody
    /// has done without them.
    case listUnprinted(Reply<[UnprintedReceipt]>)
    /// The newest receipts, withdrawn or not; with `before`, those older than this one; with `of`, those of payments in this shop.
    case listReceipts(before: ReceiptID? = nil, of: SiteID? = nil, limit: Int, Reply<ReceiptPage>)
}
