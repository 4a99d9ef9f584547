import Failures
import Flow
import Foundation
import Model
import Networking
import Storage

/// Looks up orders and marks those that this till has paid. If the shop does not answer, its last answer is given with
/// its time. No money moves on that: a payment loads its order from the shop again.
package final class OrderStore: Store {
    package typealias Handled = OrderAction

    private let orders: ShopOrders
    private let environment: Environment
    private let lookUp: OrderLookup
    private let found = SharedAnswers<OrderQuery, Cached<Listing<Order>>>()
    private let numbered = SharedAnswers<String, Cached<Order>>()
    private let records: ShopCache<OrderRecord>
    private let queue: OrderQueue

    init(orders: ShopOrders, root: StateStore<TillState, TillEvent>) {
        self.orders = orders
        environment = orders.environment
        records = orders.shop.cache()
        queue = OrderQueue(shop: orders.shop, orders: orders, outbox: ServedOutbox(shop: orders.shop, root: root))
        lookUp = OrderLookup(orders: orders, lookUp: Lookup(environment: environment, root: root))
    }

    package func onAction(_ action: OrderAction) {
        switch action {
        case .retrieveOrder(let id, let reply): answer(reply, .one(id)) { orders throws(Failure) in try orders.one }
        case .synchronizeOrders(let status, let limit, let reply):
            answer(reply, .newest(status, limit: limit)) { $0 }
        case .searchOrders(let text, let limit, let reply): answer(reply, .matching(text, limit: limit)) { $0 }
        case .lookUpOrder(let code, let reply): lookUp(code, reply)
        case .identifyOrder(let number, let reply):
            environment.answer(reply, "identify an order") { [orders] () throws(Failure) in
                try await OrderSearch(orders: orders).id(of: number)
            }
        case .retrieveOrderRecord(let id, let reply): retrieveRecord(id, reply)
        case .fetchFilteredOrders(let filter, let page, let size, let reply):
            list(ShopQuery(filter.query, page: page, size: size), reply)
        case .synchronizeModifiedOrders(let reply):
            let sync = OrderSync(orders: orders, records: records)
            environment.answer(reply, "synchronize orders") { () throws(Failure) in try await sync.run() }
        case .createOrder, .createSimplePaymentsOrder, .updateOrder, .updateOrderStatus, .deleteOrder:
            change(action)
        case .checkIfStoreHasOrders(let reply): checkIfStoreHasOrders(reply)
        case .loadLocalOrders(let status, let search, let limit, let reply):
            reply { () throws(Failure) in try orders.local(status, containing: search, limit: limit) }
        case .resetStoredOrders(let reply):
            orders.dropCache()
            reply()
        }
    }

    private func change(_ action: OrderAction) {
        let queue = queue
        switch action {
        case .createOrder(let changes, let key, let reply):
            environment.answer(reply, "make an order") { () throws(Failure) in
                try await queue.create(changes, key: key)
            }
        case .createSimplePaymentsOrder(let amount, let name, let isTaxable, let reply):
            var changes = OrderChanges()
            changes.fees = [OrderChanges.Fee(name: name, total: amount.formatted(), isTaxable: isTaxable)]
            environment.answer(reply, "make an order") { [changes] () throws(Failure) in
                try await queue.create(changes)
            }
        case .updateOrder(let id, let changes, let reply):
            environment.answer(reply, "change an order") { () throws(Failure) in try await queue.update(id, changes) }
        case .updateOrderStatus(let id, let status, let reply):
            var changes = OrderChanges()
            changes.status = status
            environment.answer(reply, "change an order") { [changes] () throws(Failure) in
                try await queue.update(id, changes)
            }
        case .deleteOrder(let id, let permanently, let reply):
            environment.answer(reply, "delete an order") { [orders] () throws(Failure) in
                try await orders.delete(id, permanently: permanently)
            }
        case .retrieveOrder, .lookUpOrder, .identifyOrder, .retrieveOrderRecord, .synchronizeOrders,
            .fetchFilteredOrders, .synchronizeModifiedOrders, .searchOrders, .checkIfStoreHasOrders, .loadLocalOrders,
            .resetStoredOrders:
            break
        }
    }

    private func retrieveRecord(_ id: OrderID, _ reply: Reply<Cached<OrderRecord>>) {
        let orders = orders
        environment.answer(reply, "load an order") { () throws(Failure) in
            try await orders.loadRecord(try orders.shop.shopID(of: id))
        }
    }

    private func list(_ query: ShopQuery, _ reply: Reply<Cached<Listing<OrderRecord>>>) {
        let orders = orders
        records.answer(reply, query) { () async throws(NetworkError) in
            let page = try await OrdersRemote(network: orders.network, site: orders.site)
                .loadRecords(query: query.items, page: query.page ?? 1, size: query.size)
            for record in page.items { try? orders.recognise(record.id, record.requests) }
            return page
        }
    }

    private func checkIfStoreHasOrders(_ reply: Reply<Bool>) {
        let orders = orders
        environment.answer(reply, "look for orders") { () throws(Failure) in
            let known = try orders.storage.reading { try $0.orders(site: orders.site, status: nil, limit: 1) }
            if !known.isEmpty { return true }
            return try await !orders.fetch(.newest(nil, limit: 1), at: orders.environment.now()).items.isEmpty
        }
    }

    private func lookUp(_ code: String, _ reply: Reply<Cached<Order>>) {
        let (orders, lookUp) = (orders, lookUp)
        numbered.answer(reply, code, in: environment, "look an order up") { () throws(Failure) in
            guard let number = OrderNumber(typed: code) else { throw NetworkError.notFound(nil, of: .order).failure }
            let id = try await OrderSearch(orders: orders).id(of: number)
            return try await lookUp(.one(id)).map { orders throws(Failure) in try orders.one }
        }
    }

    /// If the cached orders cannot be dropped now, the next session replaces them.
    package func clearOperatorData() {
        orders.dropCache()
        orders.shop.forget(.ordersSettings)
    }

    private func answer<Value>(
        _ reply: Reply<Cached<Value>>, _ query: OrderQuery,
        with choose: @escaping @Sendable (Listing<Order>) throws(Failure) -> Value
    ) {
        let lookUp = lookUp
        let chosen = Reply<Cached<Listing<Order>>> { result in
            reply { () throws(Failure) in try result.get().map(choose) }
        }
        found.answer(chosen, query, in: environment, "look orders up") { () throws(Failure) in try await lookUp(query) }
    }
}

/// Looks orders up for somebody who sees them. While the shop is known not to answer, nobody waits for it who can be shown what is
/// kept.
private struct OrderLookup: Sendable {
    let orders: ShopOrders
    let lookUp: Lookup<OrderQuery, Listing<Order>>
    private var outage: ShopOutage { orders.shop.outage }

    init(orders: ShopOrders, lookUp: Lookup<OrderQuery, Listing<Order>>) {
        (self.orders, self.lookUp) = (orders, lookUp)
    }

    func callAsFunction(_ query: OrderQuery) async throws(Failure) -> Cached<Listing<Order>> {
        let now = orders.environment.uptime()
        guard let failure = outage.failure(at: now), !isOnlyHere(query), let kept = try? orders.kept(query),
            !kept.value.items.isEmpty, !query.validity.isFresh(kept.value, kept.loadedAt, orders.environment.now())
        else { return try await load(query) }
        let answer = lookUp.answer(query, with: kept, instead: failure)
        outage.askAgain(in: orders.environment) { _ = try? await load(query) }
        return answer
    }

    /// Whether it is about an order that the shop does not have yet, so that the shop is not asked.
    private func isOnlyHere(_ query: OrderQuery) -> Bool {
        guard case .one(let id) = query, id.isLocal else { return false }
        return (try? orders.storage.reading { try $0.shopID(of: id, site: orders.site) == nil }) ?? false
    }

    private func load(_ query: OrderQuery) async throws(Failure) -> Cached<Listing<Order>> {
        // Asking again is part of the patience.
        let end = orders.environment.uptime() + orders.patience(for: query)
        return try await lookUp(
            query, validity: query.validity, kept: { () throws(Failure) in try orders.kept(query) },
            keptIsAll: query.isOfOne, looksLate: query.isSearch,
            load: { now throws(Failure) in try await fetch(query, at: now, until: end) })
    }

    private func fetch(_ query: OrderQuery, at now: Date, until end: Uptime) async throws(Failure) -> Listing<Order> {
        let start = orders.environment.uptime()
        let isOnlyHere = isOnlyHere(query)
        do throws(Failure) {
            let found = try await orders.fetch(query, at: now, until: end)
            if !isOnlyHere { outage.note(nil, since: start, at: orders.environment.uptime()) }
            return found
        } catch {
            // A list may take long at a shop that answers.
            if query.isOfOne || !error.is(ShopFailure.timeout) {
                outage.note(error, since: start, at: orders.environment.uptime())
            }
            throw error
        }
    }
}

extension OrderQuery {
    /// Whether the cache cannot answer it without reading all stored orders.
    fileprivate var isSearch: Bool {
        if case .matching = self { true } else { false }
    }

    /// Whether it is about one order, which the till does not know any more once its cache has forgotten it.
    fileprivate var isOfOne: Bool {
        if case .one = self { true } else { false }
    }

    /// How long an answer stays valid. A list may get a new order at any time; an order stays valid as long as its
    /// status usually lasts.
    var validity: CacheValidity<Listing<Order>> {
        switch self {
        case .newest, .matching: .never
        case .one:
            CacheValidity { orders, loadedAt, now in
                orders.items.allSatisfy { CacheValidity.lasting($0.status.lifetime).isFresh(orders, loadedAt, now) }
            }
        }
    }
}

extension OrderStatus {
    fileprivate var lifetime: Duration {
        switch self {
        case .pending, .onHold, .failed: .seconds(10)
        case .processing, .other: .seconds(60)
        case .completed, .cancelled, .refunded: .seconds(3600)
        }
    }
}
