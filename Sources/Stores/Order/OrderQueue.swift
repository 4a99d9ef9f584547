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
    /// - Throws: the shop's refusal, with which the order is dropped and the key is free again, unless somebody was told that the
    ///   order is made, or this till holds money for it; `order.keyConflict` if the key was used for other changes;
    ///   `order.cardNumber` if a text looks like a card number.
    func create(_ changes: OrderChanges, key: String? = nil) async throws(Failure) -> Cached<Order> {
        try check(changes)
        let now = shop.environment.now()
        let request = key.map(request(key:)) ?? outbox.request()
        let draft = try LocalOrderDraft(changes, site: shop.site, storage: shop.caches.storage)
        let (id, isNew) = try shop.caches.storage.writing { transaction in
            let made = try transaction.localOrder(request: request)
            let former = try withdrawn(request, changes, in: transaction)
            if let made, former == nil { return (made.id, false) }
            let id = try made?.id ?? transaction.addLocalOrder(site: shop.site, request: request)
            // What the shop may have made before is looked for from when it was first told.
            let message = OrderCreated(
                site: shop.site, order: id, request: request, changes: changes, createdAt: former?.createdAt ?? now)
            if let former { try transaction.dropOutbox(id: former.id) }
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
            try promise(id, request)
            return Cached(value: order, asOf: now, failure: failure)
        }
    }

    /// The withdrawn message of this request for the same changes; nil if there is none.
    private func withdrawn(
        _ request: String, _ changes: OrderChanges, in reader: any StorageReader
    ) throws -> OrderCreated? {
        guard let item = try reader.outboxItem(id: "\(OrderCreated.kind)-\(request)") else { return nil }
        let message = try OrderCreated(item)
        return message.isWithdrawn == true && message.changes == changes ? message : nil
    }

    /// The order that an earlier request with the same key has made, or the shop's refusal of it.
    private func made(
        _ id: OrderID, _ request: String, _ changes: OrderChanges
    ) async throws(Failure) -> Cached<Order> {
        let item = try shop.caches.storage.reading { try $0.outboxItem(id: "\(OrderCreated.kind)-\(request)") }
        if let item, try OrderCreated(item).changes != changes { throw .orderKeyConflict }
        if let refusal = item?.refusal { throw try await refused(id, OrderCreated.kind, request, refusal) }
        return try await told(id, OrderCreated.kind, request, waitsOn: false) { failure throws(Failure) in
            guard let kept = try orders.kept(.one(id)), let order = kept.value.items.first else { throw failure }
            try promise(id, request)
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
    /// withdrawn if it may be, and the refusal is the caller's answer. If it cannot be told now, `otherwise` answers.
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
        if let refusal = item?.refusal { throw try await refused(order, kind, request, refusal) }
        return try otherwise(outbox.lastFailure ?? .notTold(order))
    }

    /// What a caller is told whose message the shop has refused. The message is withdrawn if it may be.
    private func refused(
        _ order: OrderID, _ kind: String, _ request: String, _ refusal: Failure
    ) async throws(Failure) -> Failure {
        guard try withdraw(order, kind, request) else { return refusal.ofOrderThatStays(order) }
        if refusal.is(OrderFailure.productGone) { return refusal.ofOrderMadeNow }
        guard refusal.is(OrderFailure.modified) else { return refusal }
        // No message waits. The caller is shown the order as it is now, and may change it again.
        _ = try? await orders.fetch(.one(order), at: shop.environment.now())
        return refusal.ofOrderToLookAt
    }

    /// Takes a message back: the caller learns that nothing was done, so nothing is to be done later. An order that somebody was
    /// told of, for which this till holds money, or that the shop has made twice, stays, and its message waits for a person.
    ///
    /// - Returns: whether no message waits any more.
    @discardableResult
    private func withdraw(_ order: OrderID, _ kind: String, _ request: String) throws(Failure) -> Bool {
        let (now, id) = (shop.environment.now(), "\(kind)-\(request)")
        return try shop.caches.storage.writing { transaction in
            guard kind == OrderCreated.kind else {
                try transaction.markDelivered(outbox: id, at: now)
                return true
            }
            // Another caller with the same key may have withdrawn it.
            guard let item = try transaction.outboxItem(id: id), item.deliveredAt == nil else { return true }
            var message = try OrderCreated(item)
            let isTwice = item.refusal?.is(OrderFailure.isTwice) == true
            guard !isTwice, message.isPromised != true, try !orders.holdsMoney(order, in: transaction) else {
                return false
            }
            try transaction.dropOrder(order, site: shop.site)
            if let refusal = item.refusal, !refusal.mayLeaveAnOrder {
                try transaction.dropLocalOrder(order)
                try transaction.dropOutbox(id: id)
            } else {
                message.isWithdrawn = true
                try transaction.reviseOutbox(id: id, payload: try message.payload)
                try transaction.markDelivered(outbox: id, at: now)
            }
            return true
        }
    }

    /// Keeps that somebody is told that the order is made. Throws `order.notTold` if another caller with the same key was refused
    /// meanwhile, and has withdrawn it.
    private func promise(_ order: OrderID, _ request: String) throws(Failure) {
        let id = "\(OrderCreated.kind)-\(request)"
        try shop.caches.storage.writing { transaction in
            guard let item = try transaction.outboxItem(id: id) else { throw StorageError.refused(.notTold(order)) }
            var message = try OrderCreated(item)
            guard message.isWithdrawn != true else { throw StorageError.refused(.notTold(order)) }
            guard item.deliveredAt == nil else { return }
            message.isPromised = true
            try transaction.reviseOutbox(id: id, payload: try message.payload)
        }
    }

    /// The mark of the request with this key. What a caller calls it is nothing that the shop has to be told.
    private func request(key: String) -> String {
        "key-" + Hexadecimal.text(Data(SHA256.hash(data: Data("\(shop.site.rawValue) \(key)".utf8)).prefix(16)))
    }
}

extension Failure {
    /// Whether the shop may have an order all the same: it has made it without a product, or its answer to an earlier attempt was
    /// lost.
    fileprivate var mayLeaveAnOrder: Bool { self.is(OrderFailure.productGone) || self.is(ShopFailure.wrongClock) }

    /// The refusal of an order that is kept all the same.
    fileprivate func ofOrderThatStays(_ order: OrderID) -> Failure {
        guard self.is(ShopFailure.refused) else { return self }
        return Failure(
            ShopFailure.refused, said, remedy: Sentence("remedy.order.stays", ["number": order.written]),
            recovery: recovery, causes: reasons)
    }

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
            Sentence("failure.order.notTold", ["number": order.written]), remedy: Sentence("remedy.order.notTold"),
            recovery: .retry)
    }

    /// Nothing is left that would make the order in the shop.
    static func notMade(_ order: OrderID) -> Failure {
        Failure(
            OrderFailure.notMade, Sentence("failure.order.notMade", ["number": order.written]),
            remedy: Sentence("remedy.order.notMade"), recovery: .askOperator)
    }
}
