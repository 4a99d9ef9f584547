import Flow
import Foundation
import Model

/// An order the embedded shop keeps: the body a REST client gets, and what of it the shop itself looks at.
package struct EmbeddedOrder: Hashable, Sendable {
    package let id: OrderID
    package let status: OrderStatus
    /// JSON of one order, WooCommerce REST v3.
    package let body: Data

    package init(id: OrderID, status: OrderStatus, body: Data) {
        self.id = id
        self.status = status
        self.body = body
    }
}

/// Where the embedded shop keeps its orders. Calls may block; whoever implements this chooses where they do.
package protocol EmbeddedShopDatabase: Sendable {
    func order(id: OrderID) async throws(Failure) -> EmbeddedOrder?
    /// A page of the orders, newest first, and how many there are in all.
    func orders(_ wanted: EmbeddedOrderQuery) async throws(Failure) -> EmbeddedOrderPage
    /// Replaces one order by what `change` makes of it, with nobody in between, and gives it back. Nil when there is
    /// no such order; an error of `change` leaves it as it was.
    func change(
        _ id: OrderID, _ change: @escaping @Sendable (EmbeddedOrder) throws(Failure) -> EmbeddedOrder
    ) async throws(Failure) -> EmbeddedOrder?
}
