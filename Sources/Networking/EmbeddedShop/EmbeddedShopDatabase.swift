import Flow
import Foundation
import Model

/// An order stored by the embedded shop: the body for REST clients, and the fields that the shop itself uses.
package struct EmbeddedOrder: Hashable, Sendable {
    package let id: OrderID
    package let status: OrderStatus
    /// The order as JSON of the WooCommerce REST API, version 3.
    package let body: Data

    package init(id: OrderID, status: OrderStatus, body: Data) {
        self.id = id
        self.status = status
        self.body = body
    }
}

/// The storage of the embedded shop's orders. Its functions may block; the implementation chooses where.
package protocol EmbeddedShopDatabase: Sendable {
    func order(id: OrderID) async throws(Failure) -> EmbeddedOrder?
    /// One page of the orders, newest first, and the total number.
    func orders(_ wanted: EmbeddedOrderQuery) async throws(Failure) -> EmbeddedOrderPage
    /// Changes one order atomically and returns the result. Nil when there is no such order; if `change` throws, the order
    /// stays unchanged.
    func change(
        _ id: OrderID, _ change: @escaping @Sendable (EmbeddedOrder) throws(Failure) -> EmbeddedOrder
    ) async throws(Failure) -> EmbeddedOrder?
}
