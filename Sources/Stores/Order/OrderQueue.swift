import Crypto
import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// Orders that are made and changed at this till. What is to be told is on disk before the shop is told, and is told by the
/// outbox, so that it is told once even if the answer is lost.
struct OrderQueue: Sendable {
    let shop: ShopSession
    let orders: ShopOrders
    let outbox: ServedOutbox

    /// Makes an order and tells the shop of it. While the shop cannot be told, the order is returned as the till has
    /// made it. A request that is repeated with the same key makes no second order.
    ///
    /// - Throws: the shop's refusal, with which the order is dropped; `order.keyConflict` if the key was used for other
    ///   changes; `order.cardNumber` if a text looks like a card number.
    func create(_ changes: OrderChanges, key: String? = nil) async throws(Failure) -> Cached<Order> {
        try check(changes)
        let now = shop.environment.now()
        let request = key.map(request(key:)) ?? outbox.request()
        let draft = try LocalOrderDraft(changes, site: shop.site, storage: shop.caches.storage)
        let (id, isNew) = try shop.caches.storage.writing { transaction in
            if let made = try transaction.localOrder(request: request) { return (made.id, false) }
            let id = try transaction.addLocalOrder(site: shop.site, request: request)
            let message = OrderCreated(site: shop.site, order: id, request: request, changes: changes, createdAt: now)
            try message.enqueue(in: transaction, at: now)
            if let order = draft.order(id) { try transaction.save([order], fetchedAt: now) }
            return (id, true)
        }
        guard isNew else { return try await made(id, request, changes) }
        return try await told(id, OrderCreated.kind, request, waitsOn: draft.failure != nil) {
            failure throws(Failure) in
            guard let order = draft.order(id) else {
                try withdraw(id, OrderCreated.kind, request)
                throw draft.failure ?? failure
            }
            return Cached(value: order, asOf: now, failure: failure)
        }
    }

    /// The order that an earlier request with the same key has made, or the shop's refusal of it.
    private func made(
        _ id: OrderID, _ request: String, _ changes: OrderChanges
    ) async throws(Failure) -> Cached<Order> {
        let item = try shop.caches.storage.reading { try $0.outboxItem(id: "\(OrderCreated.kind)-\(request)") }
        if let item, try OrderCreated(item).changes != changes { throw .orderKeyConflict }
        if let refusal = item?.refusal { throw refusal }
        return try await told(id, OrderCreated.kind, request, waitsOn: false) { failure throws(Failure) in
            guard let kept = try orders.kept(.one(id)), let order = kept.value.items.first else { throw failure }
            return Cached(value: order, asOf: kept.loadedAt, failure: failure)
        }
    }

    /// Changes an order at the shop, or as soon as the shop can be told.
    ///
    /// - Throws: the shop's refusal; `order.modified` if somebody else has changed the order; `order.cardNumber` if a text looks
    ///   like a card number.
    func update(_ id: OrderID, _ changes: OrderChanges) async throws(Failure) -> Cached<Order> {
        try check(changes)
        let now = shop.environment.now()
        let request = outbox.request()
        let own = try shop.caches.storage.reading { try $0.ownID(of: id, site: shop.site) }
        // A change must not be written over what nobody at this till has seen.
        if try orders.kept(record: own) == nil { _ = try await orders.fetch(.one(own), at: now) }
        let known = try orders.kept(record: own)?.value
        try shop.caches.storage.writing { transaction in
            let payments = try transaction.payments(order: own, site: shop.site).map(\.id)
            let message = OrderChanged(
                site: shop.site, order: own, request: request, changes: changes, basedOn: known?.dates.modified,
                seen: known.map { SeenOrder($0, own: payments) })
            try message.enqueue(in: transaction, at: now)
        }
        return try await told(own, OrderChanged.kind, request, waitsOn: false) { failure throws(Failure) in
            guard let kept = try orders.kept(.one(own)), let order = kept.value.items.first else { throw .notTold(own) }
            return Cached(value: order, asOf: kept.loadedAt, failure: failure)
        }
    }

    /// Throws `order.cardNumber` for texts that must not be stored, as the message of the changes would be.
    private func check(_ changes: OrderChanges) throws(Failure) {
        guard changes.json.withoutCardData != changes.json else { return }
        throw Failure(
            OrderFailure.cardNumber, Sentence("failure.order.cardNumber"), remedy: Sentence("remedy.order.cardNumber"),
            recovery: .giveUp)
    }

    /// Waits until the shop was told, and answers with the order as the shop has it then. If the shop refuses, the message is
    /// withdrawn, and the refusal is the caller's answer. If it cannot be told now, `otherwise` answers.
    ///
    /// - Parameter waitsOn: whether to wait for further attempts after one that failed.
    private func told(
        _ order: OrderID, _ kind: String, _ request: String, waitsOn: Bool,
        otherwise: (Failure) throws(Failure) -> Cached<Order>
    ) async throws(Failure) -> Cached<Order> {
        let item = try await outbox.serve("\(kind)-\(request)", waitsOn: waitsOn)
        if item?.deliveredAt != nil {
            do throws(Failure) {
                let now = shop.environment.now()
                return Cached(value: try await orders.fetch(.one(order), at: now).one, asOf: now, failure: nil)
            } catch {
                return try otherwise(error)
            }
        }
        if let refusal = item?.refusal {
            try withdraw(order, kind, request)
            if refusal.is(OrderFailure.productGone) { throw refusal.ofOrderMadeNow }
            guard refusal.is(OrderFailure.modified) else { throw refusal }
            // No message waits. The caller is shown the order as it is now, and may change it again.
            _ = try? await orders.fetch(.one(order), at: shop.environment.now())
            throw refusal.ofOrderToLookAt
        }
        return try otherwise(outbox.lastFailure ?? .notTold(order))
    }

    /// The caller learns that nothing was done, so nothing is to be done later.
    private func withdraw(_ order: OrderID, _ kind: String, _ request: String) throws(Failure) {
        let now = shop.environment.now()
        try shop.caches.storage.writing { transaction in
            try transaction.markDelivered(outbox: "\(kind)-\(request)", at: now)
            if kind == OrderCreated.kind { try transaction.dropOrder(order, site: shop.site) }
        }
    }

    /// The mark of the request with this key. What a caller calls it is nothing that the shop has to be told.
    private func request(key: String) -> String {
        "key-" + Hexadecimal.text(Data(SHA256.hash(data: Data("\(shop.site.rawValue) \(key)".utf8)).prefix(16)))
    }
}

extension Failure {
    fileprivate var ofOrderToLookAt: Failure {
        Failure(OrderFailure.modified, said, remedy: Sentence("remedy.order.modifiedNow"), recovery: recovery)
    }

    fileprivate var ofOrderMadeNow: Failure {
        Failure(OrderFailure.productGone, said, remedy: Sentence("remedy.order.productGoneNow"), recovery: recovery)
    }

    fileprivate static let orderKeyConflict = Failure(
        OrderFailure.keyConflict, Sentence("failure.order.keyConflict"), remedy: Sentence("remedy.order.keyConflict"),
        recovery: .giveUp)

    static func notTold(_ order: OrderID) -> Failure {
        Failure(
            OrderFailure.notTold,
            Sentence("failure.order.notTold", ["number": order.isLocal ? order.localNumber : order.description]),
            remedy: Sentence("remedy.order.notTold"), recovery: .retry)
    }
}
