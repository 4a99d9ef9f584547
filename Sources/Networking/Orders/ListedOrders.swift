import Model

/// A list of orders, and those in it that cannot be read.
package struct ListedOrders: Sendable {
    package internal(set) var orders: [ListedOrder] = []
    package internal(set) var unreadable: [UnreadableOrder] = []

    /// The ids in the shop of all that have one.
    package var ids: [OrderID] { orders.map(\.order.id) + unreadable.compactMap(\.id) }
    /// How many the shop listed.
    package var count: Int { orders.count + unreadable.count }
}
