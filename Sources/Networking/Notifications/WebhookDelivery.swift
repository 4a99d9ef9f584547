import Foundation

/// What came to the till's address as if from a shop.
package struct WebhookDelivery: Hashable, Sendable {
    /// The headers, with names in lower case.
    package let headers: [String: String]
    package let body: Data

    package init(headers: [String: String], body: Data) {
        self.headers = headers
        self.body = body
    }

    /// Base64 of the HMAC-SHA256 of the body.
    package var signature: String? { headers["x-wc-webhook-signature"] }

    /// Whether the shop only tries the address, which it does unsigned when a webhook is made. It says nothing.
    package var isPing: Bool {
        headers["x-wc-webhook-topic"] == nil && signature == nil && body.starts(with: Data("webhook_id=".utf8))
    }
}
