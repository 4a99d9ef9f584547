import Model
import Storage

/// What a shop knows of some orders.
package struct OrdersAtShop: Hashable, Sendable {
    private let untold: Set<OrderID>
    private let shopIDs: [OrderID: OrderID]

    /// - Parameters:
    ///   - untold: the orders of which the shop is still to be told something.
    ///   - shopIDs: the shop's ids of orders that were made at this till.
    package init(untold: Set<OrderID> = [], shopIDs: [OrderID: OrderID] = [:]) {
        self.untold = untold
        self.shopIDs = shopIDs
    }

    /// Whether the shop is still to be told something of the order.
    package func isUntold(_ order: OrderID) -> Bool { untold.contains(order) || untold.contains(id(of: order)) }

    /// The shop's id of the order; the till's own until the shop has made the order too.
    package func id(of order: OrderID) -> OrderID { shopIDs[order] ?? order }
}
