import Foundation

/// A carrier that the plugin does not know, as a cashier named it. It is kept apart from the carriers that the shop tells.
package struct CustomShipmentProvider: ShopEntity {
    package static var resource: ShopResource { .shipment }
    package static var cachedAs: String { "customShipmentProvider" }

    package let json: JSONValue
    package let name: String
    package let link: String

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        name = try object.text("name")
        link = object.optionalText("link") ?? ""
    }

    package init(name: String, link: String) {
        self.name = name
        self.link = link
        json = ["name": .string(name), "link": .string(link)]
    }

    package var key: String { name }
}
