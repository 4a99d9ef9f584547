import Foundation

/// A fee or a way of delivery of an order.
package struct OrderFee: Hashable, Sendable {
    package let id: Int64
    package let name: String
    /// The way of delivery; empty for a fee.
    package let methodID: String
    package let total: Decimal
    package let totalTax: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        name = object.plainText(object.value("name") == nil ? "method_title" : "name")
        methodID = object.optionalText("method_id") ?? ""
        total = object.optionalDecimal("total") ?? 0
        totalTax = object.optionalDecimal("total_tax") ?? 0
    }
}

/// A coupon that was used for an order.
package struct OrderCoupon: Hashable, Sendable {
    package let id: Int64
    package let code: String
    package let discount: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        code = object.plainText("code")
        discount = object.optionalDecimal("discount") ?? 0
    }
}

/// The tax of an order at one rate.
package struct OrderTax: Hashable, Sendable {
    package let id: Int64
    package let rateID: Int64
    package let label: String
    package let total: Decimal
    package let shippingTotal: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        rateID = object.optionalInteger("rate_id") ?? 0
        label = object.plainText("label")
        total = object.optionalDecimal("tax_total") ?? 0
        shippingTotal = object.optionalDecimal("shipping_tax_total") ?? 0
    }
}

/// A refund as an order lists it; the whole refund is `Refund`.
package struct OrderRefundEntry: Hashable, Sendable {
    package let id: Int64
    package let reason: String
    /// Negative.
    package let total: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        reason = object.plainText("reason")
        total = object.optionalDecimal("total") ?? 0
    }
}
