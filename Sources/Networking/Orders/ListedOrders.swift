import Model

/// A list of orders, and those in it that cannot be read.
package struct ListedOrders: Sendable {
    package internal(set) var orders: [ListedOrder] = []
    package internal(set) var unreadable: [UnreadableOrder] = []

    /// The ids of all of them in the shop.
    package var ids: [OrderID] { orders.map(\.order.id) + unreadable.map(\.id) }
}
