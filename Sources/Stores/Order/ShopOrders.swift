import Flow
import Model
import Networking
import Storage

/// The shop's orders as this till sees them: asked of the shop each time, kept in the cache, and never shown as unpaid
/// once this till has collected for them.
struct ShopOrders: OrderLoading {
    let network: any Network
    let storage: any StorageManagerType
    let site: SiteID
    let environment: Environment

    private var remote: OrdersRemote { OrdersRemote(network: network, site: site) }

    func load(_ order: OrderID) async throws(Failure) -> Order {
        let fetched: Order
        do throws(NetworkError) { fetched = try await remote.loadOrder(id: order) } catch { throw error.failure }
        return try keep([fetched]).first ?? fetched
    }

    func list(_ status: OrderStatus?, limit: Int) async throws(Failure) -> [Order] {
        try await page(statuses: status.map { [$0] } ?? [], search: nil, limit)
    }

    func search(_ text: String, limit: Int) async throws(Failure) -> [Order] {
        try await page(statuses: [], search: text, limit)
    }

    private func page(statuses: [OrderStatus], search: String?, _ limit: Int) async throws(Failure) -> [Order] {
        let fetched: [Order]
        do throws(NetworkError) {
            fetched = try await remote.loadOrders(statuses: statuses, search: search, size: limit).items
        } catch { throw error.failure }
        return try keep(fetched)
    }

    /// What the cache says after taking these in, in the same order.
    private func keep(_ orders: [Order]) throws(Failure) -> [Order] {
        let now = environment.now()
        return try storage.writing { transaction in
            try transaction.save(orders, fetchedAt: now)
            return try orders.map { try transaction.order(id: $0.id, site: site)?.order ?? $0 }
        }
    }
}
