import Flow
import Model
import Storage
import Payments

/// Requests for e-mailed receipts. They work without a signed-in operator.
/// - Shop: none
package enum MailAction: Action {
    /// Puts an e-mail with this receipt into the outbox. It is durable and not yet sent when the reply comes. The journal keeps
    /// who asked for it. Throws `mail.off`, `mail.badAddress` or `receipt.notFound`.
    case enqueue(ReceiptReference, to: String, by: Requester? = nil, Reply<MailID>)
    /// Delivers waiting e-mails from now on. The state tells the progress; the reply comes as soon as the state
    /// contains the request.
    case deliver(Reply<Void>)
    /// The state of one e-mail.
    case report(MailID, Reply<MailReport>)
    /// The e-mails that were not handed over, oldest first.
    case listWaiting(Reply<[MailReport]>)
}
