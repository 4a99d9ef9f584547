import Crypto
import Foundation
import Networking

/// Checks that deliveries come from the shop that has the secret.
package struct WebhookVerifier: Sendable {
    /// The longest body that is read; WooCommerce's orders are a hundredth of it.
    package static let longestBody = 4 << 20

    private let key: SymmetricKey

    package init(_ secret: WebhookSecret) { key = SymmetricKey(data: Data(secret.text.utf8)) }

    /// Whether the delivery carries the signature of exactly these bytes. The time it takes does not depend on how much of
    /// the signature is right.
    package func isSigned(_ delivery: WebhookDelivery) -> Bool {
        guard delivery.body.count <= Self.longestBody,
            let signature = delivery.signature.flatMap({ Data(base64Encoded: $0) })
        else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: delivery.body, using: key)
    }

    /// What a signed delivery says; nil when it is not signed. The ping of a new webhook is never signed, and says nothing.
    /// Throws `.malformed` when a signed delivery is not WooCommerce's.
    package func event(of delivery: WebhookDelivery) throws(NetworkError) -> WebhookEvent? {
        guard delivery.isPing || isSigned(delivery) else { return nil }
        return try WebhookEvent(delivery)
    }
}
