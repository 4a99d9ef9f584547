/// An order of one shop. The id alone is not unique: two shops may have an order 1042.
package struct SiteOrder: Hashable, Codable, Sendable {
    package let site: SiteID
    package let order: OrderID

    package init(_ order: OrderID, at site: SiteID) {
        self.site = site
        self.order = order
    }
}
