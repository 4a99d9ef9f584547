import Flow
import Networking

/// Requests for the statuses that orders of the shop can have.
package enum OrderStatusAction: Action {
    /// All statuses, also those that plugins have added, and how many orders have each.
    /// - Endpoint: GET wc/v3/reports/orders/totals
    /// - Offline: the kept statuses, with their time
    /// - Test: OrderStatusStoreTests
    case retrieveOrderStatuses(Reply<Cached<Listing<OrderStatusTotal>>>)
    /// Forgets the kept statuses of this shop.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: OrderStatusStoreTests
    case resetStoredOrderStatuses(Reply<Void>)
}
