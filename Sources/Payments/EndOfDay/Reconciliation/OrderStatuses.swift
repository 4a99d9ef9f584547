import Flow
import Model
import Networking
import Storage

/// Asks the shops for the statuses of a day's orders.
package struct OrderStatuses: Sendable {
    let networks: any SiteNetworks
    let environment: Environment
    /// How long an answer is waited for.
    let patience: Duration
    /// The id by which its shop knows an order; nil while the shop has not been told of it.
    let shopID: @Sendable (SiteOrder) -> OrderID?

    /// How many times `patience` a shop may take for all of its answers.
    private static let mostWaits = 6

    package init(
        networks: any SiteNetworks, environment: Environment, patience: Duration,
        shopID: @escaping @Sendable (SiteOrder) -> OrderID? = { $0.order }
    ) {
        self.networks = networks
        self.environment = environment
        self.patience = patience
        self.shopID = shopID
    }

    /// Loads the statuses of the payments' orders, as many as their shops answer for in time. A shop that the till cannot
    /// sign in to is not asked.
    func load(of payments: [PaymentRecord]) async -> [SiteOrder: OrderStatus] {
        let orders = Dictionary(grouping: payments.filter { $0.order != nil }, by: \.site)
        var statuses: [SiteOrder: OrderStatus] = [:]
        for (site, payments) in orders.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let network = networks.network(of: site) else { continue }
            let shop = OrdersRemote(network: network, site: site)
            let own = Dictionary(
                payments.compactMap(\.order).compactMap { order in
                    shopID(SiteOrder(order, at: site)).map { ($0, order) }
                },
                uniquingKeysWith: { first, _ in first })
            // The embedded shop is in this process and always answers.
            let end = site == .embedded ? nil : environment.uptime() + patience * Self.mostWaits
            for (order, status) in await load(Set(own.keys), from: shop, until: end) {
                statuses[SiteOrder(own[order] ?? order, at: site)] = status
            }
        }
        return statuses
    }

    /// A page of orders is one request; an order that is missing from the list, for example one in the bin, is asked for
    /// by itself. Once the shop fails to answer, it is not asked again.
    private func load(
        _ wanted: Set<OrderID>, from shop: OrdersRemote, until end: Uptime?
    ) async -> [OrderID: OrderStatus] {
        let orders = wanted.sorted { $0.rawValue < $1.rawValue }
        var statuses: [OrderID: OrderStatus] = [:]
        for first in stride(from: 0, to: orders.count, by: OrdersRemote.longestPage) {
            let page = Array(orders[first...].prefix(OrdersRemote.longestPage))
            do throws(Failure) {
                let listed = try await inTime(until: end) { () async throws(NetworkError) in
                    try await shop.loadStatuses(of: page)
                }
                statuses.merge(listed) { _, new in new }
            } catch {
                guard error.recovery != .retry else { return statuses }
            }
            for order in page where statuses[order] == nil {
                do throws(Failure) {
                    statuses[order] = try await inTime(until: end) { () async throws(NetworkError) in
                        try await shop.loadOrder(id: order)
                    }.status
                } catch {
                    guard error.recovery != .retry else { return statuses }
                }
            }
        }
        return statuses
    }

    /// Asks a shop once, and waits for its answer no longer than `patience`.
    ///
    /// - Parameter end: when the shop's time is over, if that comes first; nil to wait for its answer however long it
    ///   takes.
    /// - Throws: `shop.timeout` when the wait is over; what the work throws as a failure.
    private func inTime<Value: Sendable>(
        until end: Uptime?, _ work: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(Failure) -> Value {
        guard let end else { return try await asFailure(work) }
        let time = min(patience, max(.zero, end - environment.uptime()))
        return try await environment.within(
            time, orThrow: NetworkError.connection(.timedOut(after: time)).failure, "ask the shop"
        ) { () async throws(Failure) in try await asFailure(work) }
    }
}
