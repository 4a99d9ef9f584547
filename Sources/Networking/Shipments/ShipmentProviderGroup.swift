import Foundation

/// The carriers of a country whose pages for parcels the plugin knows.
package struct ShipmentProviderGroup: ShopEntity {
    package static var resource: ShopResource { .shipment }
    package static var cachedAs: String { "shipmentProviders" }

    /// The members `name` and `providers`, an object of names and patterns of addresses.
    package let json: JSONValue
    package let name: String
    /// The carriers' names, sorted.
    package let providers: [String]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        name = object.plainText("name")
        providers = (object.object("providers")?.members.keys).map { $0.sorted() } ?? []
    }

    package var key: String { name }
    package var searchText: String { ([name] + providers).joined(separator: "\n") }
}
