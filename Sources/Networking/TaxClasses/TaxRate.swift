import Foundation

/// A rate of tax for a class of goods in a place.
package struct TaxRate: ShopEntity {
    package static var resource: ShopResource { .taxRate }

    package let json: JSONValue
    package let id: Int64
    /// Percent.
    package let rate: Decimal
    package let name: String
    /// The slug of the tax class.
    package let taxClass: String
    /// The country's ISO 3166 code; empty for all.
    package let country: String
    package let state: String
    package let isCompound: Bool
    package let isForShipping: Bool

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        rate = try object.decimal("rate")
        name = object.plainText("name")
        taxClass = object.optionalText("class") ?? ""
        country = object.plainText("country")
        state = object.plainText("state")
        isCompound = object.flag("compound")
        isForShipping = object.flag("shipping")
    }

    package var key: String { String(id) }
}
