import Failures
import Flow
import Foundation
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
                let shopID = try notes.outbox.shop.shopID(of: order)
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
        let message = try enqueued(note)
        let item = try await outbox.serve(message)
        if let refusal = item?.refusal {
            try giveUp(message)
            throw refusal
        }
        guard let item, item.deliveredAt != nil else {
            try storage.writing { transaction in
                // Another writer of the same note was refused meanwhile, and has withdrawn it.
                guard try transaction.outboxItem(id: message)?.deliveredAt == nil else {
                    throw StorageError.refused(.notTold(note.order))
                }
                try unanswered.promise(message, in: transaction)
            }
            return .waits(message: message, because: outbox.whyNotTold(note.order))
        }
        let written = try await written(try NoteAdded(item))
        try storage.writing { transaction in
            // Another writer of the same note was refused, and has withdrawn it.
            let isRemembered = try unanswered.entry(of: message, in: transaction) != nil
            guard written != nil || isRemembered else {
                throw StorageError.refused(.notTold(note.order))
            }
            // A session that ends meanwhile may keep from the writer what could not be looked up.
            if written != nil { try unanswered.remove(message, in: transaction) }
        }
        return .written(written)
    }

    private var unanswered: UnansweredNotes { UnansweredNotes(site: site) }

    /// How long after the shop has written a note the same words mean that note, for somebody who had no answer; in seconds.
    private static let memory: TimeInterval = 3_600

    /// The name of the message that tells the shop this note: the one of which no writer has seen yet that it has reached the
    /// shop, or a new one.
    private func enqueued(_ note: NewOrderNote) throws(Failure) -> String {
        let (now, request, site, unanswered) = (outbox.shop.environment.now(), outbox.request(), site, unanswered)
        return try storage.writing { transaction in
            let own = try transaction.ownID(of: note.order, site: site)
            if let entry = try unanswered.entry(of: note, at: own, in: transaction),
                let item = try transaction.outboxItem(id: entry.message)
            {
                if item.deliveredAt.map({ now.timeIntervalSince($0) < Self.memory }) ?? true { return entry.message }
                try unanswered.remove(entry.message, in: transaction)
            }
            let message = NoteAdded(note, of: own, site: site, request: request)
            try message.enqueue(in: transaction, at: now)
            try unanswered.add(message, in: transaction)
            return message.id
        }
    }

    /// Takes a refused note back. Of one that somebody was told waits, an operator decides.
    private func giveUp(_ message: String) throws(Failure) {
        let (now, unanswered) = (outbox.shop.environment.now(), unanswered)
        try storage.writing { transaction in
            if try unanswered.entry(of: message, in: transaction)?.isPromised == false {
                try transaction.markDelivered(outbox: message, at: now)
            }
            try unanswered.remove(message, in: transaction)
        }
    }

    /// The note that the shop has written; nil if the shop cannot be asked for it.
    private func written(_ message: NoteAdded) async throws(Failure) -> OrderNote? {
        let order = try outbox.shop.shopID(of: message.order)
        guard let notes = try? await load(order).items else { return nil }
        try cache.keep(notes, as: Self.query(of: order))
        return message.written(among: notes)
    }
}
