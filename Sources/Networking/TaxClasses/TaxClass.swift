/// A class of goods with taxes of their own, such as books.
package struct TaxClass: ShopEntity {
    package static var resource: ShopResource { .taxClass }

    package let json: JSONValue
    package let slug: String
    package let name: String

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        slug = try object.text("slug")
        name = object.plainText("name")
    }

    package var key: String { slug }
}
