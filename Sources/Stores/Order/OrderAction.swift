import Flow
import Model

/// What can be asked of orders.
public enum OrderAction: Action {
    /// One order as the shop has it now.
    case retrieveOrder(OrderID, Reply<Order>)
    /// The newest orders of the shop, of one status where that is given.
    case synchronizeOrders(status: OrderStatus?, limit: Int, Reply<[Order]>)
    /// Orders whose number or customer contains the text.
    case searchOrders(String, limit: Int, Reply<[Order]>)
}
