import Foundation

/// A customer as WooCommerce's analytics know them: also guests, with what they have bought.
package struct AnalyticsCustomer: ShopEntity {
    package static var resource: ShopResource { .customer }
    package static var cachedAs: String { "analyticsCustomer" }

    package let json: JSONValue
    package let id: Int64
    /// Zero for a guest.
    package let userID: Int64
    package let name: String
    package let email: String
    package let ordersCount: Int
    /// What the customer has spent, in the shop's currency; nil when the shop does not tell.
    package let totalSpend: Decimal?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        userID = object.optionalInteger("user_id") ?? 0
        name = object.plainText("name")
        email = object.plainText("email")
        ordersCount = object.count("orders_count") ?? 0
        totalSpend = object.optionalDecimal("total_spend")
    }

    package var key: String { String(id) }
    package var searchText: String { "\(name)\n\(email)" }
}
