import Model

/// An order that was made at this till while its shop could not be asked.
package struct LocalOrder: Hashable, Sendable {
    package let id: OrderID
    package let site: SiteID
    /// What the shop is told with the order, so that it is not made twice there.
    package let request: String
    /// The id that the shop has given it; nil until the shop was told.
    package let shopID: OrderID?

    package init(id: OrderID, site: SiteID, request: String, shopID: OrderID?) {
        self.id = id
        self.site = site
        self.request = request
        self.shopID = shopID
    }
}
