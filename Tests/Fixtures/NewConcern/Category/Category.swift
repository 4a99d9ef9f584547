import Foundation
import Networking

/// A category of the shop's products.
package struct Category: ShopEntity {
    package static var resource: ShopResource { .product }
    package static var cachedAs: String { "category" }

    package let json: JSONValue
    package let id: Int64
    package let name: String
    /// How many products are in it.
    package let count: Int

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        name = object.plainText("name")
        count = object.count("count") ?? 0
    }

    package var key: String { String(id) }
    package var searchText: String { name }
}
