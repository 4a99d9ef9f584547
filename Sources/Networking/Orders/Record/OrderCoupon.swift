import Foundation

/// A coupon that was used for an order.
package struct OrderCoupon: Hashable, Sendable {
    package let id: Int64
    package let code: String
    package let discount: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        code = object.plainText("code")
        discount = try object.amount("discount")
    }
}
