/// An order of the shop, as WooCommerce names its parts. Totals are the shop's own figures: Till never recomputes what is due.
package struct Order: Hashable, Codable, Sendable {
    package let site: SiteID
    package let id: OrderID
    /// What the customer sees; usually the id.
    package let number: String
    package let status: OrderStatus
    package let currency: Currency
    package let lines: [OrderLine]
    /// What the total holds besides the lines: discounts, fees, shipping.
    @OmittedWhenEmpty package private(set) var adjustments: [Adjustment]
    package let taxes: [TaxLine]
    /// Gross, what is due.
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

/// WooCommerce's order statuses; one we do not know is kept as it came.
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
    /// By the shop's spelling, so that `.other("pending")` is `.pending`. Said here because for a `RawRepresentable`
    /// the standard library says `!=` by raw value, and the compiler `==` by case.
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

/// One line of goods.
package struct OrderLine: Hashable, Codable, Sendable {
    package let name: String
    package let quantity: Int
    /// Gross, of one; nil where the shop's figures give none that is exact.
    package let unitPrice: Money?
    /// The line's gross total, not the price of one; before any discount that the order states by itself.
    package let total: Money
    /// What kind of it: `Size: 250 g`.
    @OmittedWhenEmpty package private(set) var details: [String]

    package init(name: String, quantity: Int, unitPrice: Money? = nil, total: Money, details: [String] = []) {
        self.name = name
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.total = total
        self.details = details
    }
}

/// What an order's total holds that is no goods.
package struct Adjustment: Hashable, Codable, Sendable {
    package enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        case discount, fee, shipping
        /// On receipts only: what the terminal booked beyond the order.
        case difference
    }

    package let kind: Kind
    /// As the shop names it: the coupon's code, the way of delivery. May be empty.
    package let label: String
    /// Gross. A discount's is negative.
    package let amount: Money

    package init(kind: Kind, label: String, amount: Money) {
        self.kind = kind
        self.label = label
        self.amount = amount
    }
}

/// The tax contained in the total at one rate.
package struct TaxLine: Hashable, Codable, Sendable {
    /// As the shop labels it: `VAT 19 %`.
    package let label: String
    /// In percent, `8.25`; nil where the label says it.
    package let rate: String?
    /// What the tax was computed on; nil where that is not known.
    package let net: Money?
    package let amount: Money

    package init(label: String, rate: String? = nil, net: Money? = nil, amount: Money) {
        self.label = label
        self.rate = rate
        self.net = net
        self.amount = amount
    }

    /// Net and tax; nil where the net is not known, or the sum does not fit.
    package var gross: Money? { try? net?.adding(amount) }
}
