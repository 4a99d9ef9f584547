import Flow
import Model
import Storage

/// What can be asked of the payments' memory. Works with nobody signed in.
public enum JournalAction: Action {
    /// Finds out what became of every payment that is not final, on this reader or on all. Answered with one report
    /// for each; a payment that stays in doubt is reported so.
    case recoverPayments(reader: DeviceAddress?, giveUpAfter: Duration, Reply<[PaymentReport]>)
    /// Tells all that is known of a payment. The reference is a payment id, an order number, or `last`.
    case explainPayment(reference: String, Reply<PaymentExplanation>)
    /// The facts from a number on, oldest first.
    case listEntries(from: Int64, limit: Int, Reply<[JournalEntry]>)
    /// Recomputes the chain.
    case verify(Reply<JournalVerdict>)
}
