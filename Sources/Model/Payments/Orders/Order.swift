/// An order of the shop, with the names that WooCommerce uses. Totals are the shop's own: Till never recomputes what is
/// due.
package struct Order: Hashable, Codable, Sendable {
    package let site: SiteID
    package let id: OrderID
    /// The number that the customer sees; usually the id.
    package let number: String
    package let status: OrderStatus
    package let currency: Currency
    package let lines: [OrderLine]
    /// The parts of the total besides the lines: discounts, fees, shipping.
    @OmittedWhenEmpty package private(set) var adjustments: [Adjustment]
    package let taxes: [TaxLine]
    /// The gross amount that is due.
    package let total: Money
    package let customer: String?

    package init(
        site: SiteID, id: OrderID, number: String, status: OrderStatus, currency: Currency, lines: [OrderLine],
        adjustments: [Adjustment] = [], taxes: [TaxLine], total: Money, customer: String? = nil
    ) {
        self.site = site
        self.id = id
        self.number = number
        self.status = status
        self.currency = currency
        self.lines = lines
        self.adjustments = adjustments
        self.taxes = taxes
        self.total = total
        self.customer = customer
    }
}
