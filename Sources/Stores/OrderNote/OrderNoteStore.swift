import Failures
import Flow
import Model
import Networking
import Payments

/// The notes of the shop's orders.
package final class OrderNoteStore: Store {
    package typealias Handled = OrderNoteAction

    private let notes: OrderNotes

    init(shop: ShopSession) {
        notes = OrderNotes(
            remote: OrderNotesRemote(network: shop.network), cache: shop.cache(),
            attempts: OrderNoteAttempts(storage: shop.caches.storage, site: shop.site))
    }

    package func onAction(_ action: OrderNoteAction) {
        let notes = notes
        switch action {
        case .retrieveOrderNotes(let order, let reply):
            notes.cache.answer(reply, OrderNotes.query(of: order)) { () throws(NetworkError) in
                try await notes.load(order)
            }
        case .addOrderNote(let note, let reply):
            notes.cache.environment.answer(reply, "write a note") { () throws(Failure) in try await notes.write(note) }
        }
    }

    package func clearOperatorData() {
        notes.cache.clear()
        notes.attempts.forgetAll()
    }
}

/// Reads and writes the notes of orders.
struct OrderNotes: Sendable {
    let remote: OrderNotesRemote
    let cache: ShopCache<OrderNote>
    let attempts: OrderNoteAttempts

    static func query(of order: OrderID) -> ShopQuery { ShopQuery(scope: "order/\(order)", page: nil, isOfAll: true) }

    /// The notes in the shop. Those of an order that the shop does not have any more are removed.
    func load(_ order: OrderID) async throws(NetworkError) -> Page<OrderNote> {
        do throws(NetworkError) { return try await remote.loadNotes(of: order) } catch {
            if case .notFound(_, of: .order?) = error { try? cache.keep([], as: Self.query(of: order)) }
            throw error
        }
    }

    /// Writes the note once: WooCommerce has no idempotency keys, so the notes that the order had before tell whether a
    /// request without an answer has written it.
    func write(_ note: NewOrderNote) async throws(Failure) -> OrderNote {
        guard !note.isBlank else {
            throw Failure(NoteFailure.empty, Sentence("failure.note.empty"), recovery: .askOperator)
        }
        let before = try await asFailure { () async throws(NetworkError) in try await load(note.order).items }
        let earlier = try attempts.unanswered(note)
        if let earlier, let written = earlier.result(among: before) { return try finish(note, written, before) }
        let attempt = earlier ?? OrderNoteAttempts.Attempt(note, before: before)
        try attempts.begin(attempt, at: note.order)
        let written: OrderNote
        do throws(NetworkError) { written = try await remote.write(note) } catch {
            guard error.mayHaveActed else {
                try attempts.end(note)
                throw error.failure
            }
            guard let after = try? await remote.loadNotes(of: note.order).items,
                let written = attempt.result(among: after)
            else { throw error.failure }
            return try finish(note, written, after)
        }
        return try finish(note, written, before)
    }

    private func finish(
        _ note: NewOrderNote, _ written: OrderNote, _ others: [OrderNote]
    ) throws(Failure) -> OrderNote {
        let all = [written] + others.filter { $0.id != written.id }
        try cache.keep(all, as: Self.query(of: note.order))
        // Last, so that a till that dies before it answers finds the note when it is asked again.
        try attempts.end(note)
        return written
    }
}

extension NetworkError {
    /// Whether the shop may have done what it was asked for.
    fileprivate var mayHaveActed: Bool {
        switch self {
        case .unreachable, .connection(.timedOut), .answer, .server, .malformed: true
        case .noCredentials, .connection, .site, .unauthorized, .forbidden, .notFound, .missingFeature, .refused,
            .conflict:
            false
        }
    }
}
