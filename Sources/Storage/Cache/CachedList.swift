import Foundation
import Model

/// A list that a shop answered to a query: which things, in which order, and whether these are all.
package struct CachedList: Hashable, Sendable {
    package let site: SiteID
    /// The kind of the things, such as `product`.
    package let resource: String
    /// The query in a form in which equal queries are equal texts.
    package let query: String
    package let keys: [String]
    /// The length of the whole list in the shop; nil when the shop does not tell.
    package let total: Int?
    /// Whether `keys` are the whole list.
    package let isWhole: Bool
    package let fetchedAt: Date

    package init(
        site: SiteID, resource: String, query: String, keys: [String], total: Int?, isWhole: Bool, fetchedAt: Date
    ) {
        self.site = site
        self.resource = resource
        self.query = query
        self.keys = keys
        self.total = total
        self.isWhole = isWhole
        self.fetchedAt = fetchedAt
    }
}
