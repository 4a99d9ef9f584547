import Flow
import Model
import Storage

/// What can be asked of the payments' memory. Works with nobody signed in.
public enum JournalAction: Action {
    /// Tells all that is known of a payment. The reference is a payment id, an order number, or `last`.
    case explainPayment(reference: String, Reply<PaymentExplanation>)
    /// The payment that can be given back. The reference is a payment id, the number of the order that it paid, or `last`.
    case findPayment(reference: String, Reply<PaymentRecord>)
    /// The facts from a number on, oldest first.
    case listEntries(from: Int64, limit: Int, Reply<[JournalEntry]>)
    /// Recomputes the chain.
    case verify(Reply<JournalVerdict>)
}
