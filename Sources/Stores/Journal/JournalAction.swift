import Flow
import Foundation
import Model
import Storage
import Payments

/// Requests about the journal of payments. They work without a signed-in operator.
/// - Shop: none
package enum JournalAction: Action {
    /// Explains all that is known about a payment. The reference is a payment id, an order number, or `last`.
    case explainPayment(reference: String, Reply<PaymentExplanation>)
    /// Finds the payment that can be given back. The reference is a payment id, the number of the order that it paid,
    /// or `last`.
    case findPayment(reference: String, Reply<PaymentRecord>)
    /// Finds the payment that this very request began; nil if none is certain to be it.
    case findRepeated(RepeatedRequest, Reply<PaymentRecord?>)
    /// Lists the newest transactions of every kind, newest first; with `before`, those older than this one. An unknown one
    /// has none before it.
    case listPayments(before: PaymentID?, limit: Int, Reply<[PaymentRecord]>)
    /// Lists all transactions whose outcome is not known, oldest first.
    case listDoubts(Reply<[PaymentRecord]>)
    /// Finds a reservation. The reference is its id or the number of its order.
    case findReservation(reference: String, Reply<PaymentRecord>)
    /// Lists all reservations that have not certainly ended, oldest first.
    case listReservations(Reply<[StandingReservation]>)
    /// Tells what this till knows of the reservations that a terminal names as open, by receipt number, in the same order.
    case nameReservations([Int], of: TerminalName, Reply<[ExpectedTotals.OpenReservation]>)
    /// Loads how the till is doing since the beginning of a day.
    case loadStatus(since: Date, Reply<TillStatus>)
    /// Loads what the charts of a day show, from its beginning to now.
    case loadCharts(since: Date, Reply<DayCharts>)
    /// Lists the facts from a number on, oldest first.
    case listEntries(from: Int64, limit: Int, Reply<[JournalEntry]>)
    /// Recomputes the chain, looks for these stored heads, and checks whether that key signed the head. With `replays`
    /// it also replays the journal, compares everything derived from it, and has the database file examined. Nothing else
    /// waits for it, and those who ask for the same while it runs get the same answer.
    case verify(kept: [KeptHead], publicKey: JournalPublicKey?, replays: Bool, Reply<JournalVerification>)
    /// Finds the first entry of an export that the journal does not have unchanged, and what was done to it; nil if all
    /// are unchanged.
    case compareExport([KeptEntry], Reply<JournalDifference?>)
}
