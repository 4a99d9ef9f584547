import Flow
import Model

/// Requests for orders. Each reply tells since when its content is known, and why nothing newer could be loaded.
package enum OrderAction: Action {
    case retrieveOrder(OrderID, Reply<Cached<Order>>)
    /// The newest orders of the shop, with one status if one is given.
    case synchronizeOrders(status: OrderStatus?, limit: Int, Reply<Cached<[Order]>>)
    /// Orders whose number or customer contains the text.
    case searchOrders(String, limit: Int, Reply<Cached<[Order]>>)
}
