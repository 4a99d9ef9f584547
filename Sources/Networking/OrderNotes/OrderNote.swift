import Foundation

/// A note at an order: of the shop itself, of a person, or of a till.
package struct OrderNote: ShopEntity {
    package static var resource: ShopResource { .note }

    package let json: JSONValue
    package let id: Int64
    /// Who wrote it; `WooCommerce` or `system` for the shop itself.
    package let author: String
    /// The note as plain text.
    package let text: String
    /// Whether the customer was sent it and can read it.
    package let isForCustomer: Bool
    package let createdAt: Date?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        author = object.plainText("author")
        text = object.plainText("note")
        isForCustomer = object.flag("customer_note")
        createdAt = object.time("date_created")
    }

    package var key: String { String(id) }
    package var searchText: String { text }
}
