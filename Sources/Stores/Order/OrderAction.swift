import Flow
import Model

/// What can be asked of orders. Each answer says since when it is known, and why no newer one could be had.
package enum OrderAction: Action {
    case retrieveOrder(OrderID, Reply<Cached<Order>>)
    /// The newest orders of the shop, of one status where that is given.
    case synchronizeOrders(status: OrderStatus?, limit: Int, Reply<Cached<[Order]>>)
    /// Orders whose number or customer contains the text.
    case searchOrders(String, limit: Int, Reply<Cached<[Order]>>)
}
