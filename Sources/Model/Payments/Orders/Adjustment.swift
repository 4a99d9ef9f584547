/// A part of an order's total that is no goods.
package struct Adjustment: Hashable, Codable, Sendable {
    package enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        case discount, fee, shipping
        /// What the terminal booked beyond the order, on receipts only.
        case difference
    }

    package let kind: Kind
    /// The shop's name for it: the coupon's code or the way of delivery. It may be empty.
    package let label: String
    /// The gross amount, negative for a discount.
    package let amount: Money

    package init(kind: Kind, label: String, amount: Money) {
        self.kind = kind
        self.label = label
        self.amount = amount
    }
}
