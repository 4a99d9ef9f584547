/// A category of a shop's products.
package struct ProductCategory: ShopEntity {
    package static var resource: ShopResource { .product }
    package static var cachedAs: String { "productCategory" }

    package let json: JSONValue
    package let id: Int64
    /// The category that contains it; zero for none.
    package let parentID: Int64
    package let name: String
    /// How many products are in it; nil when the shop does not tell.
    package let count: Int?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        parentID = object.optionalInteger("parent") ?? 0
        name = object.plainText("name")
        count = object.count("count")
    }

    package var key: String { String(id) }
}
