import Model

/// What a customer is asked to pay, as the screens show it.
package struct KioskBill: Hashable, Codable, Sendable {
    package enum Source: String, Hashable, Codable, Sendable, CaseIterable {
        /// An order that was found.
        case shop
        /// What was chosen from the catalogue.
        case composed
    }

    package struct Line: Hashable, Codable, Sendable {
        package let id: Int
        package let name: String
        package let detail: String
        package let quantity: Int
        package let amount: Money
    }

    package struct Extra: Hashable, Codable, Sendable {
        package let name: String
        package let amount: Money
    }

    package let source: Source
    /// The order; nil for a cart that no order was made of yet.
    package var order: OrderID?
    package var number: String?
    package let lines: [Line]
    package let extras: [Extra]
    /// The order's total, or what the cart comes to by the catalogue's prices.
    package let total: Money

    /// The bill of an order.
    package init(_ order: Order, source: Source) {
        self.source = source
        self.order = order.id
        number = order.number
        lines = order.lines.enumerated().map { place, line in
            Line(
                id: place + 1, name: line.name, detail: line.details.joined(separator: ", "), quantity: line.quantity,
                amount: line.total)
        }
        extras = order.adjustments.map {
            Extra(name: $0.label.isEmpty ? $0.kind.rawValue : $0.label, amount: $0.amount)
        }
        total = order.total
    }

    /// The bill of a cart; nil for an empty one.
    package init?(_ cart: KioskCart) {
        guard let total = cart.total else { return nil }
        source = .composed
        order = nil
        number = nil
        lines = cart.lines.map {
            Line(id: $0.id, name: $0.name, detail: $0.detail, quantity: $0.quantity, amount: $0.amount)
        }
        extras = []
        self.total = total
    }

    /// Whether a customer who has seen this bill pays what the other one says. Of goods that the customer chose only the
    /// total counts: the shop may split the lines.
    func means(_ other: KioskBill) -> Bool {
        guard total == other.total else { return false }
        if source == .composed { return true }
        return order == other.order && lines == other.lines && extras == other.extras
    }
}
