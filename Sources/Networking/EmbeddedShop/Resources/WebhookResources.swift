import Foundation
import Model

/// `wc/v3/webhooks`. Who delivers them is told of every event.
enum WebhookResources {
    static let all: [ShopRoute] = webhooks.routes

    static let topics: [String] = ["coupon", "customer", "order", "product"].flatMap { resource in
        ["created", "updated", "deleted", "restored"].map { "\(resource).\($0)" }
    }

    private static let webhooks = DocumentRules(
        collection: .webhooks, path: "wc/v3/webhooks", template: ShopTemplate.webhook,
        fixed: ["id", "date_created", "date_created_gmt", "resource", "event", "hooks"],
        missing: "woocommerce_rest_shop_webhook_invalid_id", plural: "Webhooks", searched: ["name"],
        filters: [
            "status": { entry, wanted, _ throws(ShopRefusal) in wanted == "all" || entry.text("status") == wanted }
        ],
        hidden: ["secret"],
        prepare: { call, asked, old throws(ShopRefusal) in
            let topic = asked["topic"]?.asPlain ?? old?.text("topic") ?? ""
            guard topics.contains(topic) || topic.hasPrefix("action.") else {
                throw ShopRefusal(
                    400, "woocommerce_rest_shop_webhook_invalid_topic", "Webhook topic is required and must be valid.")
            }
            let address = asked["delivery_url"]?.asPlain ?? old?.text("delivery_url") ?? ""
            guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
                throw ShopRefusal(
                    400, "woocommerce_rest_shop_webhook_invalid_delivery_url",
                    "Webhook delivery URL must be a valid URL starting with http:// or https://.")
            }
            let parts = topic.split(separator: ".").map(String.init)
            var body = (old?.body ?? .null).merging(asked).merging([
                "resource": .string(parts[0]), "event": .string(parts.count > 1 ? parts[1] : ""),
                "hooks": [.string("woocommerce_\(parts.joined(separator: "_"))")],
            ])
            if old == nil {
                let name = asked["name"]?.asPlain ?? ""
                body = body.merging(["name": .string(name.isEmpty ? "Webhook created" : name)])
                if let number = body["id"]?.asInteger {
                    call.tell(ShopEvent(topic: "ping", id: number, body: body.data))
                }
            }
            return body
        })
}
