import Foundation
import Model

/// Money of an order that was given back, as the shop has it.
package struct Refund: ShopEntity {
    package static var resource: ShopResource { .refund }

    package let json: JSONValue
    package let id: Int64
    /// In the order's currency; not negative.
    package let amount: Decimal
    package let reason: String
    package let date: Date?
    /// Whether the shop has moved the money itself.
    package let isPaidByShop: Bool
    /// The goods, with negative quantities and amounts.
    package let items: [OrderItem]
    package let meta: [MetaData]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        amount = try object.decimal("amount")
        reason = object.plainText("reason")
        date = object.time("date_created")
        isPaidByShop = object.flag("refunded_payment")
        items = try object.objects("line_items").map { (item) throws(NetworkError) in try OrderItem(item) }
        meta = MetaData.list(object)
    }

    package var key: String { String(id) }
    package var searchText: String { reason }
}
