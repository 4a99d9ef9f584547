import Foundation

/// Something that webhooks tell of.
package struct ShopEvent: Hashable, Sendable {
    /// The event's topic, such as `order.updated`.
    package let topic: String
    package let id: Int64
    /// The resource as it is now; only its number when it was deleted.
    package let body: Data
}
