import Foundation

/// The webhooks of a shop: `wc/v3/webhooks`.
package struct WebhooksRemote: Sendable {
    /// What a till is told of.
    package static let topics = ["order.created", "order.updated"]

    private let webhooks: ResourceRemote<Webhook>

    package init(network: any Network) { webhooks = ResourceRemote("wc/v3/webhooks", network: network) }

    /// Has the shop call this address. May be repeated: webhooks for this address that are there already are used, with the
    /// new secret.
    package func register(
        _ url: String, name: String, secret: WebhookSecret
    ) async throws(NetworkError) -> [Webhook] {
        let there = try await loadAll()
        var registered: [Webhook] = []
        for topic in Self.topics {
            let signing: JSONValue = .string(secret.text)
            if let webhook = there.first(where: { $0.topic == topic && $0.deliveryURL == url }) {
                registered.append(try await webhooks.update(webhook.key, ["status": "active", "secret": signing]))
            } else {
                registered.append(
                    try await webhooks.create([
                        "name": .string(name), "topic": .string(topic), "delivery_url": .string(url),
                        "secret": signing,
                    ]))
            }
        }
        return registered
    }

    /// The webhooks with these ids. One that the shop does not have any more is missing.
    package func load(_ ids: [Int64]) async throws(NetworkError) -> [Webhook] {
        var found: [Webhook] = []
        for id in ids {
            do throws(NetworkError) { found.append(try await webhooks.load(String(id))) } catch {
                guard case .notFound(_, of: .webhook?) = error else { throw error }
            }
        }
        return found
    }

    /// Throws `.notFound` when there is no such webhook.
    package func delete(_ id: Int64) async throws(NetworkError) {
        _ = try await webhooks.delete(String(id), force: true)
    }

    private func loadAll() async throws(NetworkError) -> [Webhook] {
        try await Pages.all { page throws(NetworkError) in try await webhooks.loadPage(page) }
    }
}
