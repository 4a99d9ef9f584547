import Model

/// What a customer has chosen from the catalogue.
package struct KioskCart: Hashable, Codable, Sendable {
    package struct Line: Hashable, Codable, Sendable {
        package let id: Int
        package let product: Int64
        /// The variation of the product; nil if it has none.
        package let variation: Int64?
        package let name: String
        /// The chosen variant, such as `Size: L`; empty for none.
        package let detail: String
        /// The price of one, by which the kiosk shows what the cart comes to. What is due is the order's total.
        package let price: Money
        package var quantity: Int

        package init(
            id: Int, product: Int64, variation: Int64? = nil, name: String, detail: String = "", price: Money,
            quantity: Int
        ) {
            self.id = id
            self.product = product
            self.variation = variation
            self.name = name
            self.detail = detail
            self.price = price
            self.quantity = quantity
        }

        package var amount: Money {
            let (minor, isTooLarge) = price.minorUnits.multipliedReportingOverflow(by: Int64(quantity))
            return Money(
                minorUnits: isTooLarge ? Money.mostMinorUnits : min(minor, Money.mostMinorUnits),
                currency: price.currency)
        }
    }

    package private(set) var lines: [Line] = []
    private var added = 0

    package init() {}

    package var isEmpty: Bool { lines.isEmpty }
    package var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// What the lines come to; nil for an empty cart.
    package var total: Money? {
        guard let currency = lines.first?.price.currency else { return nil }
        let minor = lines.reduce(Int64(0)) { min(Money.mostMinorUnits, $0 + $1.amount.minorUnits) }
        return Money(minorUnits: minor, currency: currency)
    }

    /// Adds goods, to the line that has the same ones already if there is one. False if the cart is full or has another
    /// currency, and for a price that no terminal can be asked for.
    mutating func add(
        product: Int64, variation: Int64?, name: String, detail: String, price: Money, quantity: Int
    ) -> Bool {
        if let other = lines.first?.price.currency, other != price.currency { return false }
        guard 0...Money.mostMinorUnits ~= price.minorUnits else { return false }
        if let place = lines.firstIndex(where: {
            $0.product == product && $0.variation == variation && $0.price == price
        }) {
            let sum = lines[place].quantity + quantity
            guard sum <= KioskSettings.mostQuantity else { return false }
            lines[place].quantity = sum
            return true
        }
        guard lines.count < KioskSettings.mostLines, 1...KioskSettings.mostQuantity ~= quantity else { return false }
        added += 1
        lines.append(
            Line(
                id: added, product: product, variation: variation, name: name, detail: detail, price: price,
                quantity: quantity))
        return true
    }

    /// Sets how many of a line are wanted. False for an unknown line or a number that is not taken.
    mutating func set(_ id: Int, to quantity: Int) -> Bool {
        guard 1...KioskSettings.mostQuantity ~= quantity, let place = lines.firstIndex(where: { $0.id == id }) else {
            return false
        }
        lines[place].quantity = quantity
        return true
    }

    /// False for an unknown line.
    mutating func remove(_ id: Int) -> Bool {
        guard let place = lines.firstIndex(where: { $0.id == id }) else { return false }
        lines.remove(at: place)
        return true
    }
}
