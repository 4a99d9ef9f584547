import Foundation
import Model
import Networking

/// The conditions that choose the orders of a list.
package struct OrderFilter: Hashable, Sendable {
    /// The statuses of the orders; empty for every status.
    package var statuses: [OrderStatus]
    package var createdAfter: Date?
    package var createdBefore: Date?
    package var modifiedAfter: Date?
    package var customerID: Int64?
    package var productID: Int64?
    package var search: String?

    package init(
        statuses: [OrderStatus] = [], createdAfter: Date? = nil, createdBefore: Date? = nil, modifiedAfter: Date? = nil,
        customerID: Int64? = nil, productID: Int64? = nil, search: String? = nil
    ) {
        self.statuses = statuses
        self.createdAfter = createdAfter
        self.createdBefore = createdBefore
        self.modifiedAfter = modifiedAfter
        self.customerID = customerID
        self.productID = productID
        self.search = search
    }

    /// The filter in the words of WooCommerce.
    var query: [String: String] {
        var query = ["status": statuses.isEmpty ? "any" : statuses.map(\.rawValue).joined(separator: ",")]
        query["after"] = createdAfter.map(ShopDate.text)
        query["before"] = createdBefore.map(ShopDate.text)
        query["modified_after"] = modifiedAfter.map(ShopDate.text)
        if createdAfter != nil || createdBefore != nil || modifiedAfter != nil { query["dates_are_gmt"] = "true" }
        query["customer"] = customerID.map(String.init)
        query["product"] = productID.map(String.init)
        query["search"] = search
        return query
    }
}
