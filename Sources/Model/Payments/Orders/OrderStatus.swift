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
