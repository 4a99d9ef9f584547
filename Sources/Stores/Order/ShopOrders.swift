import Flow
import Foundation
import Model
import Networking
import Storage
import Payments

/// A query for a shop's orders.
enum OrderQuery: Hashable, Codable, Sendable {
    case one(OrderID)
    /// The newest orders, with one status if one is given.
    case newest(OrderStatus?, limit: Int)
    /// The orders whose number or customer contains the text.
    case matching(String, limit: Int)
}

/// The shop's orders as this till sees them. They are cached, and never shown as unpaid once this till has taken a
/// payment for them.
struct ShopOrders: OrderLoading {
    let network: any Network
    let storage: any StorageManagerType
    let site: SiteID
    let environment: Environment

    func load(_ order: OrderID) async throws(Failure) -> Order {
        let order = try await environment.retrying(.onceMore) { () async throws(Failure) in
            try await fetch(.one(order), at: environment.now()).one
        }
        await ShopCurrencyMemory(network: network, storage: storage, site: site, environment: environment).refresh()
        return order
    }

    /// Loads the orders from the shop and caches them with the time `now`.
    func fetch(_ query: OrderQuery, at now: Date) async throws(Failure) -> [Order] {
        let remote = OrdersRemote(network: network, site: site)
        let fetched = try await asFailure { () async throws(NetworkError) in
            switch query {
            case .one(let id): [try await remote.loadOrder(id: id)]
            case .newest(let status, let limit):
                try await remote.loadOrders(statuses: status.map { [$0] } ?? [], size: limit).items
            case .matching(let text, let limit): try await remote.loadOrders(search: text, size: limit).items
            }
        }
        return try keep(fetched, at: now)
    }

    /// The cached orders; nil if the shop was never asked. Of several orders the oldest time counts.
    func kept(_ query: OrderQuery) throws(Failure) -> LoadingState<[Order]>.Loaded? {
        let cached = try storage.reading { reader in
            switch query {
            case .one(let id): try reader.order(id: id, site: site).map { [$0] } ?? []
            case .newest(let status, let limit): try reader.orders(site: site, status: status, limit: limit)
            case .matching(let text, let limit): try reader.searchOrders(text, site: site, limit: limit)
            }
        }
        return cached.map(\.fetchedAt).min().map { .init(cached.map(\.order), at: $0) }
    }

    /// Stores the orders and returns them as cached, in the same order.
    private func keep(_ orders: [Order], at now: Date) throws(Failure) -> [Order] {
        // The embedded shop always answers, so the age of its orders does not matter: if nothing is new, nothing is
        // written.
        if site == .embedded, try storage.reading({ try $0.uncached(orders) }).isEmpty {
            return try storage.reading { try told(orders, in: $0) }
        }
        return try storage.writing { transaction in
            try transaction.save(orders, fetchedAt: now)
            return try told(orders, in: transaction)
        }
    }

    func dropCache() {
        try? storage.write { transaction in
            try transaction.dropOrders(site: site)
            try ShopCurrencyMemory.forget(site, in: transaction)
        }
    }

    private func told(_ orders: [Order], in reader: any StorageReader) throws -> [Order] {
        let reopened = try OrderReopened.untold(at: site, in: reader)
        return try orders.map { order in
            guard let cached = try reader.order(id: order.id, site: site) else { return order }
            let isReopened =
                cached.paidBy == nil && reopened.contains(order.id)
                && [.processing, .completed].contains(order.status)
            return isReopened ? cached.order.with(status: .pending) : cached.order
        }
    }
}

extension [Order] {
    /// The order that was requested by its number.
    var one: Order {
        get throws(Failure) {
            guard let first else { throw NetworkError.notFound(nil, of: .order).failure }
            return first
        }
    }
}
