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
    private let lookUp: Lookup<OrderQuery, [Order]>

    init(orders: ShopOrders, environment: Environment, root: StateStore<TillState, TillEvent>) {
        self.orders = orders
        self.environment = environment
        lookUp = Lookup(environment: environment, root: root)
    }

    package func onAction(_ action: OrderAction) {
        switch action {
        case .retrieveOrder(let id, let reply): answer(reply, .one(id)) { orders throws(Failure) in try orders.one }
        case .synchronizeOrders(let status, let limit, let reply):
            answer(reply, .newest(status, limit: limit)) { $0 }
        case .searchOrders(let text, let limit, let reply): answer(reply, .matching(text, limit: limit)) { $0 }
        }
    }

    /// If the cached orders cannot be dropped now, the next session replaces them.
    package func clearOperatorData() { orders.dropCache() }

    private func answer<Value>(
        _ reply: Reply<Cached<Value>>, _ query: OrderQuery,
        with choose: @escaping @Sendable ([Order]) throws(Failure) -> Value
    ) {
        let (orders, lookUp) = (orders, lookUp)
        environment.answer(reply, "look orders up") { () throws(Failure) in
            try await lookUp(
                query, validity: query.validity, kept: { () throws(Failure) in try orders.kept(query) },
                looksLate: query.isSearch,
                load: { now throws(Failure) in try await orders.fetch(query, at: now) }
            ).map(choose)
        }
    }
}

extension OrderQuery {
    /// Whether the cache cannot answer it without reading all stored orders.
    fileprivate var isSearch: Bool {
        if case .matching = self { true } else { false }
    }

    /// How long an answer stays valid. A list may get a new order at any time; an order stays valid as long as its
    /// status usually lasts.
    var validity: CacheValidity<[Order]> {
        switch self {
        case .newest, .matching: .never
        case .one:
            CacheValidity { orders, loadedAt, now in
                orders.allSatisfy { CacheValidity.lasting($0.status.lifetime).isFresh([$0], loadedAt, now) }
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
