import Model

/// The notes of an order: `wc/v3/orders/ID/notes`.
package struct OrderNotesRemote: Sendable {
    private let network: any Network

    package init(network: any Network) { self.network = network }

    /// All notes of the order, the newest first. There are no pages.
    package func loadNotes(of order: OrderID) async throws(NetworkError) -> Page<OrderNote> {
        try await notes(of: order).loadAll()
    }

    /// Writes the note, and mails it if it is for the customer. Must not be repeated without a look at the order's notes.
    package func write(_ note: NewOrderNote) async throws(NetworkError) -> OrderNote {
        try await notes(of: note.order).create([
            "note": .string(note.text), "customer_note": .bool(note.isForCustomer), "added_by_user": true,
        ])
    }

    private func notes(of order: OrderID) -> ResourceRemote<OrderNote> {
        ResourceRemote("wc/v3/orders/\(order)/notes", network: network)
    }
}
