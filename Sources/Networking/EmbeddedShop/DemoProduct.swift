import Model

/// A product of the demonstration shop.
package struct DemoProduct: Hashable, Sendable {
    package let id: Int64
    package let sku: String
    package let name: String
    /// The price of one, tax included.
    package let price: Money
    /// The tax rate in whole percent.
    package let taxPercent: Int64

    package init(id: Int64, sku: String, name: String, price: Money, taxPercent: Int64) {
        self.id = id
        self.sku = sku
        self.name = name
        self.price = price
        self.taxPercent = taxPercent
    }

    /// The product in the form of `wc/v3/products`.
    var json: JSONValue {
        let taxClass = [7: "reduced-rate", 0: "zero-rate"][taxPercent] ?? ""
        return ShopTemplate.product.merging([
            "id": .integer(id), "name": .string(name), "sku": .string(sku), "slug": .string(ShopSlug.make(name)),
            "price": .string(price.formatted()), "regular_price": .string(price.formatted()), "purchasable": true,
            "tax_status": .string(taxPercent == 0 ? "none" : "taxable"), "tax_class": .string(taxClass),
        ])
    }
}
