/// Somebody who wants to be told.
package struct ShopWebhook: Hashable, Sendable {
    package let id: Int64
    package let topic: String
    package let address: String
    package let secret: String
    package let isActive: Bool

    init(_ entry: ShopEntry) {
        id = entry.id
        topic = entry.text("topic")
        address = entry.text("delivery_url")
        secret = entry.text("secret")
        isActive = entry.text("status") == "active"
    }
}
