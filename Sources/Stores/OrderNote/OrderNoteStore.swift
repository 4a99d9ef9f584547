import Failures
import Flow
import Model
import Networking
import Payments
import Storage

/// The notes of the shop's orders.
package final class OrderNoteStore: Store {
    package typealias Handled = OrderNoteAction

    private let notes: OrderNotes

    init(outbox: ServedOutbox) {
        notes = OrderNotes(
            outbox: outbox, remote: OrderNotesRemote(network: outbox.shop.network), cache: outbox.shop.cache())
    }

    package func onAction(_ action: OrderNoteAction) {
        let notes = notes
        switch action {
        case .retrieveOrderNotes(let order, let reply):
            do throws(Failure) {
                let shopID = try notes.shopID(of: order)
                notes.cache.answer(reply, OrderNotes.query(of: shopID)) { () throws(NetworkError) in
                    try await notes.load(shopID)
                }
            } catch {
                reply(failing: error)
            }
        case .addOrderNote(let note, let reply):
            notes.cache.environment.answer(reply, "write a note") { () throws(Failure) in try await notes.write(note) }
        }
    }

    package func clearOperatorData() { notes.cache.clear() }
}

/// Reads and writes the notes of orders.
struct OrderNotes: Sendable {
    let outbox: ServedOutbox
    let remote: OrderNotesRemote
    let cache: ShopCache<OrderNote>

    private var storage: any StorageManagerType { outbox.shop.caches.storage }
    private var site: SiteID { outbox.shop.site }

    static func query(of order: OrderID) -> ShopQuery { ShopQuery(scope: "order/\(order)", page: nil, isOfAll: true) }

    /// Throws `order.notTold` for an order that the shop does not know yet.
    func shopID(of order: OrderID) throws(Failure) -> OrderID {
        guard let id = try storage.reading({ try $0.shopID(of: order, site: site) }) else { throw .notTold(order) }
        return id
    }

    /// The notes in the shop. Those of an order that the shop does not have any more are removed.
    func load(_ order: OrderID) async throws(NetworkError) -> Page<OrderNote> {
        do throws(NetworkError) { return try await remote.loadNotes(of: order) } catch {
            if case .notFound(_, of: .order?) = error { try? cache.keep([], as: Self.query(of: order)) }
            throw error
        }
    }

    func write(_ note: NewOrderNote) async throws(Failure) -> AddedOrderNote {
        guard !note.isBlank else {
            throw Failure(NoteFailure.empty, Sentence("failure.note.empty"), recovery: .askOperator)
        }
        let (message, isNew) = try enqueued(note)
        let answer = try await answer(to: note, message, isNew: isNew)
        // A session that ends meanwhile keeps any other answer from whoever waits for it.
        guard case .written(_?) = answer else { return answer }
        try storage.writing { try unanswered(message.order).remove(message.id, in: $0) }
        return answer
    }

    private func unanswered(_ order: OrderID) -> UnansweredNotes { UnansweredNotes(site: site, order: order) }

    private func answer(
        to note: NewOrderNote, _ message: NoteAdded, isNew: Bool
    ) async throws(Failure) -> AddedOrderNote {
        let item = try await outbox.serve(message.id)
        if let refusal = item?.refusal {
            // Of a note that somebody else was told waits, an operator decides.
            if isNew {
                try outbox.withdraw(message.id) { try unanswered(message.order).remove(message.id, in: $0) }
            }
            throw refusal
        }
        if let item, item.deliveredAt != nil {
            let written = try await written(try NoteAdded(item))
            // Whoever wrote it first may have been refused and have withdrawn it.
            if isNew || written != nil { return .written(written) }
        }
        return .waits(message: message.id, because: outbox.whyNotTold(note.order))
    }

    /// The message that the shop is to be told: the one that waits to tell the same note, or a new one.
    private func enqueued(_ note: NewOrderNote) throws(Failure) -> (message: NoteAdded, isNew: Bool) {
        let (now, request, site) = (outbox.shop.environment.now(), outbox.request(), site)
        return try storage.writing { transaction in
            let own = try transaction.ownID(of: note.order, site: site)
            // Somebody wrote it and had no answer, because the till was stopped.
            if let id = try unanswered(own).message(of: note, in: transaction),
                let item = try transaction.outboxItem(id: id)
            {
                return (try NoteAdded(item), true)
            }
            let waiting = try transaction.deliverableOutbox(site: site, limit: OutboxDelivery.most)
            let same = waiting.lazy.filter { $0.kind == NoteAdded.kind }.compactMap { try? NoteAdded($0) }
            if let message = same.first(where: { $0.says(note, at: own) }) { return (message, false) }
            let message = NoteAdded(note, of: own, site: site, request: request)
            try message.enqueue(in: transaction, at: now)
            try unanswered(own).add(message, in: transaction)
            return (message, true)
        }
    }

    /// The note that the shop has written; nil if the shop cannot be asked for it.
    private func written(_ message: NoteAdded) async throws(Failure) -> OrderNote? {
        let order = try shopID(of: message.order)
        guard let notes = try? await load(order).items else { return nil }
        try cache.keep(notes, as: Self.query(of: order))
        return message.written(among: notes)
    }
}
