/// A status that orders of the shop can have, also one that a plugin has added, and how many have it.
package struct OrderStatusTotal: ShopEntity {
    package static var resource: ShopResource { .setting }
    package static var cachedAs: String { "orderStatus" }

    package let json: JSONValue
    /// The word in the orders: `on-hold`.
    package let slug: String
    /// What the shop calls it, in the shop's language.
    package let name: String
    /// How many orders have it; nil when the shop does not tell.
    package let total: Int?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        slug = try object.text("slug")
        name = object.plainText("name")
        // Documented as a string, told as a number.
        total = object.count("total")
    }

    package var key: String { slug }
}
