/// A list of orders, and those in it that cannot be read.
package struct ListedOrders: Sendable {
    package internal(set) var orders: [ListedOrder] = []
    package internal(set) var unreadable: [UnreadableOrder] = []
}
