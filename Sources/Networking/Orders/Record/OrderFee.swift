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
        total = try object.amount("total")
        totalTax = try object.amount("total_tax")
    }
}
