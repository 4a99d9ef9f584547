import Flow
import Model
import Networking
import Storage

/// Asks the shop for the statuses of a day's orders.
package struct OrderStatuses: Sendable {
    let shop: OrdersRemote

    package init(shop: OrdersRemote) {
        self.shop = shop
    }

    /// Loads the statuses of the payments' orders, as many as the shop answers for. A page of them is one request; an
    /// order that is missing from the list, for example one in the bin, is asked for by itself. Once the shop fails to
    /// answer, it is not asked again.
    func load(of payments: [PaymentRecord]) async -> [OrderID: OrderStatus] {
        let orders = Set(payments.compactMap(\.order)).sorted { $0.rawValue < $1.rawValue }
        var statuses: [OrderID: OrderStatus] = [:]
        for first in stride(from: 0, to: orders.count, by: OrdersRemote.longestPage) {
            let page = Array(orders[first...].prefix(OrdersRemote.longestPage))
            do throws(Failure) {
                let listed = try await asFailure { () async throws(NetworkError) in
                    try await shop.loadStatuses(of: page)
                }
                statuses.merge(listed) { _, new in new }
            } catch {
                guard error.recovery != .retry else { return statuses }
            }
            for order in page where statuses[order] == nil {
                do throws(Failure) {
                    statuses[order] = try await asFailure { () async throws(NetworkError) in
                        try await shop.loadOrder(id: order)
                    }.status
                } catch {
                    guard error.recovery != .retry else { return statuses }
                }
            }
        }
        return statuses
    }
}
