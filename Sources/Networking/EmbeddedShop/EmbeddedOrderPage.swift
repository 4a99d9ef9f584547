import Model

/// One page of a list of orders, and the length of the whole list.
package struct EmbeddedOrderPage: Hashable, Sendable {
    package let orders: [ShopOrder]
    package let total: Int

    package init(orders: [ShopOrder], total: Int) {
        self.orders = orders
        self.total = total
    }
}
