import Flow
import Model
import Storage
import Payments

/// What can be asked of the payments' memory. Works with nobody signed in.
package enum JournalAction: Action {
    /// Tells all that is known of a payment. The reference is a payment id, an order number, or `last`.
    case explainPayment(reference: String, Reply<PaymentExplanation>)
    /// The payment that can be given back. The reference is a payment id, the number of the order that it paid, or `last`.
    case findPayment(reference: String, Reply<PaymentRecord>)
    /// Every transaction whose outcome is not known, oldest first.
    case listDoubts(Reply<[PaymentRecord]>)
    /// A reservation. The reference is its id, or the number of the order that it is for.
    case findReservation(reference: String, Reply<PaymentRecord>)
    /// Every reservation that nothing ends for certain, oldest first.
    case listReservations(Reply<[StandingReservation]>)
    /// The facts from a number on, oldest first.
    case listEntries(from: Int64, limit: Int, Reply<[JournalEntry]>)
    /// Recomputes the chain and looks for these kept heads, and whether that key signed the head; where it `replays`, it also
    /// replays the journal, compares all that is derived from it, and has the file examined.
    case verify(kept: [KeptHead], publicKey: JournalPublicKey?, replays: Bool, Reply<JournalVerification>)
    /// The first entry of an export that the journal does not have as it was, and what was done; nil where all are there.
    case compareExport([KeptEntry], Reply<JournalDifference?>)
}

/// A reservation that stands, as far as this till knows.
package struct StandingReservation: Hashable, Sendable {
    package let reservation: PaymentRecord
    /// What would end it, while that is in doubt.
    package let ending: PaymentRecord?

    package enum State: String, Hashable, Sendable {
        case reserved
        /// Whether it was made, booked or released is not known yet.
        case inDoubt = "in_doubt"
    }

    package var state: State { reservation.isOpen || ending != nil ? .inDoubt : .reserved }
}
