import Foundation

/// The tax of an order at one rate.
package struct OrderTax: Hashable, Sendable {
    package let rateID: Int64
    package let label: String
    package let total: Decimal
    package let shippingTotal: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        rateID = object.optionalInteger("rate_id") ?? 0
        label = object.plainText("label")
        total = try object.amount("tax_total")
        shippingTotal = try object.amount("shipping_tax_total")
    }
}
