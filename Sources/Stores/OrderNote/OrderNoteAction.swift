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
    /// Writes a note at the order; the shop sends one for the customer by e-mail. A note of which no writer has
    /// seen yet that the shop has it, and that is asked for again, is the same note.
    /// - Endpoint: GET wc/v3/orders/{id}/notes, POST wc/v3/orders/{id}/notes
    /// - Offline: the note waits, and is written once when the shop is back
    /// - Test: OrderNoteStoreTests
    case addOrderNote(NewOrderNote, Reply<AddedOrderNote>)
}
