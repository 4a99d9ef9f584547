/// An order of the shop, as WooCommerce names its parts. Totals are the shop's own figures: Till never recomputes what is due.
public struct Order: Hashable, Codable, Sendable {
    public let site: SiteID
    public let id: OrderID
    /// What the customer sees; usually the id.
    public let number: String
    public let status: OrderStatus
    public let currency: Currency
    public let lines: [OrderLine]
    public let taxes: [TaxLine]
    /// Gross, what is due.
    public let total: Money
    public let customer: String?

    public init(
        site: SiteID, id: OrderID, number: String, status: OrderStatus, currency: Currency, lines: [OrderLine],
        taxes: [TaxLine], total: Money, customer: String? = nil
    ) {
        self.site = site
        self.id = id
        self.number = number
        self.status = status
        self.currency = currency
        self.lines = lines
        self.taxes = taxes
        self.total = total
        self.customer = customer
    }
}

/// WooCommerce's order statuses; one we do not know is kept as it came.
public enum OrderStatus: Hashable, Sendable {
    case pending, processing, onHold, completed, cancelled, refunded, failed
    case other(String)

    /// Whether a payment may be collected for an order in this status.
    public var awaitsPayment: Bool {
        switch self {
        case .pending, .onHold, .failed: true
        case .processing, .completed, .cancelled, .refunded, .other: false
        }
    }
}

extension OrderStatus: RawRepresentable, Codable {
    /// By the shop's spelling, so that `.other("pending")` is `.pending`. Said here because for a `RawRepresentable`
    /// the standard library says `!=` by raw value, and the compiler `==` by case.
    public static func == (left: OrderStatus, right: OrderStatus) -> Bool { left.rawValue == right.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public init(rawValue: String) {
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

    public var rawValue: String {
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
public struct OrderLine: Hashable, Codable, Sendable {
    public let name: String
    public let quantity: Int
    /// The line's gross total, not the price of one.
    public let total: Money

    public init(name: String, quantity: Int, total: Money) {
        self.name = name
        self.quantity = quantity
        self.total = total
    }
}

/// The tax contained in the total at one rate.
public struct TaxLine: Hashable, Codable, Sendable {
    /// As the shop labels it: `VAT 19 %`.
    public let label: String
    public let amount: Money

    public init(label: String, amount: Money) {
        self.label = label
        self.amount = amount
    }
}
