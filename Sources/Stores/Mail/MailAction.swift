import Flow
import Model
import Storage
import Payments

/// What can be asked of e-mailed receipts. Works with nobody signed in.
package enum MailAction: Action {
    /// Puts an e-mail with this receipt into the outbox; it is durable when this is answered, and not sent yet. Throws
    /// `mail.off`, `mail.badAddress`, `receipt.notFound`.
    case enqueue(ReceiptReference, to: String, Reply<MailID>)
    /// Hands over, from now on, what waits. How it goes is told by the state; answered as soon as it tells of this.
    case deliver(Reply<Void>)
    /// How one stands.
    case report(MailID, Reply<MailReport>)
    /// Those that were not handed over, oldest first.
    case listWaiting(Reply<[MailReport]>)
}
