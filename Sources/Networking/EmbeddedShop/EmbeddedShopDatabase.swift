import Flow
import Model

/// The storage of the embedded shop's orders. Its functions may block; the implementation chooses where.
package protocol EmbeddedShopDatabase: Sendable {
    func order(id: OrderID) async throws(Failure) -> ShopOrder?
    /// One page of the orders, newest first, and the total number.
    func orders(_ wanted: EmbeddedOrderQuery) async throws(Failure) -> EmbeddedOrderPage
    /// Changes one order atomically and returns the result. Nil when there is no such order; if `change` throws, the order
    /// stays unchanged.
    func change(
        _ id: OrderID, _ change: @escaping @Sendable (ShopOrder) throws(Failure) -> ShopOrder
    ) async throws(Failure) -> ShopOrder?
}
