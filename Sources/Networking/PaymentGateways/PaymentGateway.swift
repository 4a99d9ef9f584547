/// A payment method of the shop, such as bank transfer or cash on delivery. Secret keys in its settings are not kept.
package struct PaymentGateway: ShopEntity {
    package static var resource: ShopResource { .gateway }

    package let json: JSONValue
    package let id: String
    /// What customers read.
    package let title: String
    /// What the shop's administrators read.
    package let methodTitle: String
    package let isEnabled: Bool
    /// What it can do: `products`, `refunds`.
    package let features: [String]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json.withoutPasswords
        id = try object.text("id")
        title = object.plainText("title")
        methodTitle = object.plainText("method_title")
        isEnabled = object.flag("enabled")
        features = object.texts("method_supports")
    }

    package var key: String { id }
}
