import Flow
import Model
import Networking

/// Requests for the notes of an order.
package enum OrderNoteAction: Action {
    /// All notes of the order, the newest first.
    /// - Endpoint: GET wc/v3/orders/{id}/notes
    /// - Offline: the kept notes, with their time
    /// - Test: OrderNoteStoreTests
    case retrieveOrderNotes(OrderID, Reply<Cached<Listing<OrderNote>>>)
    /// Writes a note at the order; the shop sends one for the customer by e-mail. If the shop's answer to an earlier request
    /// with the same text was lost, the order's notes are looked at first, and a note that it has written is the answer.
    /// - Endpoint: POST wc/v3/orders/{id}/notes
    /// - Offline: fails; nothing is written later
    /// - Test: OrderNoteStoreTests
    case addOrderNote(NewOrderNote, Reply<OrderNote>)
}
