import Foundation

/// An address that a shop calls when something happens there.
package struct Webhook: ShopEntity {
    package static var resource: ShopResource { .webhook }

    package let json: JSONValue
    package let id: Int64
    package let name: String
    /// `active`, `paused` or `disabled`. A shop disables it after five deliveries in a row have failed.
    package let status: String
    /// The webhook's topic, such as `order.updated`.
    package let topic: String
    package let deliveryURL: String

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        name = object.plainText("name")
        status = object.optionalText("status") ?? ""
        topic = object.optionalText("topic") ?? ""
        deliveryURL = object.optionalText("delivery_url") ?? ""
    }

    package var key: String { String(id) }
    /// Whether the shop delivers to it.
    package var isActive: Bool { status == "active" }
}
