import Foundation
import Model

/// A parcel of an order, as the plugin "WooCommerce Shipment Tracking" knows it.
package struct ShipmentTracking: ShopEntity {
    package static var resource: ShopResource { .shipment }

    /// What the plugin said, and the order's id as `order_id`.
    package let json: JSONValue
    package let order: OrderID
    package let id: String
    package let provider: String
    package let number: String
    /// Empty when the provider has no page for parcels.
    package let link: String
    /// The day as `2026-11-25`; nil when none was given.
    package let shipped: String?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        order = OrderID(rawValue: try object.integer("order_id"))
        id = try object.text("tracking_id")
        provider = object.plainText("tracking_provider")
        number = object.plainText("tracking_number")
        link = object.optionalText("tracking_link") ?? ""
        shipped = object.optionalText("date_shipped")
    }

    /// The plugin's ids are unique in an order.
    package var key: String { "\(order)-\(id)" }
    package var exactName: String? { number.isEmpty ? nil : number }
    package var searchText: String { [provider, number].filter { !$0.isEmpty }.joined(separator: "\n") }
}
