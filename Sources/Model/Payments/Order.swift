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

/// WooCommerce's order statuses. An unknown one is stored as it came.
package enum OrderStatus: Hashable, Sendable {
    case pending, processing, onHold, completed, cancelled, refunded, failed
    case other(String)

    /// Whether a payment may be collected for an order in this status.
    package var awaitsPayment: Bool {
        switch self {
        case .pending, .onHold, .failed: true
        case .processing, .completed, .cancelled, .refunded, .other: false
        }
    }
}

extension OrderStatus: RawRepresentable, Codable {
    /// Equality by the shop's spelling, so that `.other("pending")` equals `.pending`. It is defined here because the
    /// standard library compares a `RawRepresentable` with `!=` by raw value, and the compiler with `==` by case.
    package static func == (left: OrderStatus, right: OrderStatus) -> Bool { left.rawValue == right.rawValue }
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    package init(rawValue: String) {
        switch rawValue {
        case "pending": self = .pending
        case "processing": self = .processing
        case "on-hold": self = .onHold
        case "completed": self = .completed
        case "cancelled": self = .cancelled
        case "refunded": self = .refunded
        case "failed": self = .failed
        default: self = .other(rawValue)
        }
    }

    package var rawValue: String {
        switch self {
        case .pending: "pending"
        case .processing: "processing"
        case .onHold: "on-hold"
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .refunded: "refunded"
        case .failed: "failed"
        case .other(let value): value
        }
    }
}

/// One line of an order's goods.
package struct OrderLine: Hashable, Codable, Sendable {
    package let name: String
    package let quantity: Int
    /// The gross price of one; nil if the shop's figures give no exact one.
    package let unitPrice: Money?
    /// The line's gross total before any discount that the order lists separately.
    package let total: Money
    /// The variant: `Size: 250 g`.
    @OmittedWhenEmpty package private(set) var details: [String]

    package init(name: String, quantity: Int, unitPrice: Money? = nil, total: Money, details: [String] = []) {
        self.name = name
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.total = total
        self.details = details
    }
}

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

/// The tax contained in the total at one rate.
package struct TaxLine: Hashable, Codable, Sendable {
    /// The shop's label: `VAT 19 %`.
    package let label: String
    /// The rate in percent, `8.25`; nil if the label states it.
    package let rate: String?
    /// The net amount on which the tax was computed; nil if it is not known.
    package let net: Money?
    package let amount: Money

    package init(label: String, rate: String? = nil, net: Money? = nil, amount: Money) {
        self.label = label
        self.rate = rate
        self.net = net
        self.amount = amount
    }

    /// Net and tax; nil if the net is not known or the sum does not fit.
    package var gross: Money? { try? net?.adding(amount) }
}
