import Foundation

/// Goods of an order. Amounts are exact, with the shop's decimals; quantities may have decimals.
package struct OrderItem: Hashable, Sendable {
    package let id: Int64
    /// Zero when the product no longer exists.
    package let productID: Int64
    /// Zero when the product has no variations.
    package let variationID: Int64
    package let name: String
    package let sku: String
    package let quantity: Decimal
    /// The price of one, net, unrounded; nil when the shop does not say.
    package let price: Decimal?
    /// The net amount before coupons.
    package let subtotal: Decimal?
    package let total: Decimal
    package let totalTax: Decimal
    package let taxClass: String
    package let meta: [MetaData]

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        productID = object.optionalInteger("product_id") ?? 0
        variationID = object.optionalInteger("variation_id") ?? 0
        name = object.plainText("name")
        sku = object.plainText("sku")
        quantity = object.optionalDecimal("quantity") ?? 1
        price = object.optionalDecimal("price")
        subtotal = object.optionalDecimal("subtotal")
        total = try object.amount("total")
        totalTax = try object.amount("total_tax")
        taxClass = object.optionalText("tax_class") ?? ""
        meta = MetaData.list(object)
    }
}
