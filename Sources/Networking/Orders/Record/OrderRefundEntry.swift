import Foundation

/// A refund as an order lists it; the whole refund is `Refund`.
package struct OrderRefundEntry: Hashable, Sendable {
    package let id: Int64
    package let reason: String
    /// Negative.
    package let total: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        reason = object.plainText("reason")
        total = try object.amount("total")
    }
}
