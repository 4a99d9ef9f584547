import Foundation
import Model

/// Something of a shop as the shop last sent it: a product, a customer, a whole order.
package struct CachedDocument: Hashable, Sendable {
    package let site: SiteID
    /// The kind, such as `product`.
    package let resource: String
    /// What identifies it in its shop among others of its kind.
    package let key: String
    /// The number or code by which people name it exactly, such as a product's SKU; nil when there is none.
    package let name: String?
    /// JSON.
    package let body: Data
    /// What people find it by; empty when nobody searches for it.
    package let searchText: String
    package let fetchedAt: Date

    package init(
        site: SiteID, resource: String, key: String, name: String? = nil, body: Data, searchText: String = "",
        fetchedAt: Date
    ) {
        self.site = site
        self.resource = resource
        self.key = key
        self.name = name
        self.body = body
        self.searchText = searchText
        self.fetchedAt = fetchedAt
    }
}
