import Foundation
import Testing

@testable import HTTPNetworking
@testable import Networking

/// Deliveries as if from a shop. Anybody can send one to the till's address.
@Suite struct WebhookVerifierTests {
    private let verifier: WebhookVerifier
    private let body = Data(
        #"{"id":1,"date_modified_gmt":"2026-11-25T10:00:00","status":"pending","total":"1.00"}"#.utf8)

    init() throws { verifier = WebhookVerifier(try #require(WebhookSecret("key"))) }

    private func delivery(_ signature: String?, _ body: Data, topic: String? = "order.updated") -> WebhookDelivery {
        var headers: [String: String] = [:]
        headers["x-wc-webhook-signature"] = signature
        headers["x-wc-webhook-topic"] = topic
        return WebhookDelivery(headers: headers, body: body)
    }

    /// The vector of RFC 4231 does not have a short key; this one is the well-known example of HMAC-SHA256.
    @Test func theSignatureIsBase64OfTheHMACOfTheBody() {
        let text = Data("The quick brown fox jumps over the lazy dog".utf8)
        #expect(verifier.isSigned(delivery("97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=", text)))
    }

    @Test(arguments: [nil, "", "97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=", "97yD", "not base64", "====", "é"])
    func aDeliveryWithoutTheRightSignatureSaysNothing(_ signature: String?) throws {
        #expect(!verifier.isSigned(delivery(signature, body)))
        #expect(try verifier.event(of: delivery(signature, body)) == nil)
    }

    @Test func aPingSaysNothingButThatItIsOne() throws {
        #expect(try verifier.event(of: delivery(nil, Data("webhook_id=1".utf8), topic: nil)) == .ping)
        #expect(try verifier.event(of: delivery(nil, body, topic: nil)) == nil, "neither signed nor a ping")
    }

    @Test func aDeliveryThatIsTooLongIsNotRead() {
        let long = Data(repeating: 0, count: WebhookVerifier.longestBody + 1)
        #expect(!verifier.isSigned(delivery("97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=", long)))
    }
}
