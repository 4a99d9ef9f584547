import Model

/// A product of the demonstration shop.
public struct DemoProduct: Hashable, Sendable {
    public let id: Int64
    public let sku: String
    public let name: String
    /// What the customer pays for one, tax included.
    public let price: Money
    /// Whole percent.
    public let taxPercent: Int64

    public init(id: Int64, sku: String, name: String, price: Money, taxPercent: Int64) {
        self.id = id
        self.sku = sku
        self.name = name
        self.price = price
        self.taxPercent = taxPercent
    }

    /// As `wc/v3/products` shows it.
    var json: JSONValue {
        [
            "id": .integer(id), "name": .string(name), "sku": .string(sku), "type": "simple", "status": "publish",
            "price": .string(price.formatted()), "regular_price": .string(price.formatted()), "purchasable": true,
            "tax_status": .string(taxPercent == 0 ? "none" : "taxable"),
        ]
    }
}
