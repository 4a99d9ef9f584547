import Foundation

/// An order of the embedded shop: the body for a WooCommerce REST client, and the fields that the shop uses.
package struct ShopOrder: Hashable, Sendable {
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
