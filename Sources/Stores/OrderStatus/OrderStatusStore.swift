import Flow
import Networking

/// The statuses that orders of the shop can have.
package final class OrderStatusStore: Store {
    package typealias Handled = OrderStatusAction

    private let remote: OrderStatusesRemote
    private let statuses: ShopCache<OrderStatusTotal>

    init(shop: ShopSession) {
        remote = OrderStatusesRemote(network: shop.network)
        statuses = shop.cache()
    }

    package func onAction(_ action: OrderStatusAction) {
        let remote = remote
        switch action {
        case .retrieveOrderStatuses(let reply):
            statuses.answer(reply, ShopQuery(page: nil, isOfAll: true)) { () throws(NetworkError) in
                try await remote.loadStatuses()
            }
        case .resetStoredOrderStatuses(let reply):
            clearOperatorData()
            reply()
        }
    }

    package func clearOperatorData() { statuses.clear() }
}
