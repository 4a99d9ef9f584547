import Foundation

/// How the operator last filtered the orders of a shop.
package struct OrdersSettings: Hashable, Codable, Sendable {
    /// The words of the statuses; empty for all.
    package var statuses: [String]
    package var after: Date?
    package var before: Date?
    package var product: Int64?
    package var customer: Int64?

    package init(
        statuses: [String] = [], after: Date? = nil, before: Date? = nil, product: Int64? = nil, customer: Int64? = nil
    ) {
        self.statuses = statuses
        self.after = after
        self.before = before
        self.product = product
        self.customer = customer
    }
}
