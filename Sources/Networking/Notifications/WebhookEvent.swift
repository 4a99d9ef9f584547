import Foundation
import Model

/// What a delivery of a shop says. Nobody makes one of a delivery whose signature was not checked.
package enum WebhookEvent: Hashable, Sendable {
    /// The shop only tries the address, when a webhook is made.
    case ping
    case orderChanged(ShopNotification)
    case orderDeleted(Int64)
    /// About something else than orders.
    case other(topic: String)

    /// Throws `.malformed` when the delivery is not WooCommerce's.
    package init(_ delivery: WebhookDelivery) throws(NetworkError) {
        guard let topic = delivery.headers["x-wc-webhook-topic"] else {
            guard delivery.body.starts(with: Data("webhook_id=".utf8)) else {
                throw .malformed(field: "X-WC-Webhook-Topic", reason: Sentence("detail.json.missing"))
            }
            self = .ping
            return
        }
        let response = Response(status: 200, body: delivery.body)
        switch topic {
        case "order.deleted": self = .orderDeleted(try response.object.integer("id"))
        case "order.created", "order.updated", "order.restored":
            self = .orderChanged(try ShopNotification(order: try response.object))
        default: self = .other(topic: topic)
        }
    }
}
