import Crypto
import Foundation

/// Signs requests that go over plain http, so that the secret itself stays here (OAuth 1.0a without a token, RFC 5849 §3.4;
/// the parameters are in the query, where WooCommerce finds them behind any proxy). The body is not signed.
struct OAuthSignature {
    let credentials: ShopCredentials
    let moment: RequestWriter.Moment

    /// By how much WooCommerce lets the clocks differ.
    static let clockTolerance: TimeInterval = 15 * 60

    func signed(_ method: String, _ target: RequestTarget, _ query: [QueryItem]) -> [QueryItem] {
        let items = (query + parameters).sorted()
        return items + [QueryItem(name: "oauth_signature", value: signature(of: base(method, target, items)))]
    }

    private var parameters: [QueryItem] {
        [
            QueryItem(name: "oauth_consumer_key", value: credentials.name),
            QueryItem(name: "oauth_nonce", value: moment.nonce),
            QueryItem(name: "oauth_signature_method", value: "HMAC-SHA256"),
            QueryItem(name: "oauth_timestamp", value: String(Int64(moment.time.timeIntervalSince1970))),
        ]
    }

    /// The signature's base string (RFC 5849 §3.4.1).
    func base(_ method: String, _ target: RequestTarget, _ items: [QueryItem]) -> String {
        [method, target.url, PercentEncoding.query(items)].map(PercentEncoding.encode).joined(separator: "&")
    }

    private func signature(of base: String) -> String {
        let key = SymmetricKey(data: Data("\(PercentEncoding.encode(credentials.secret))&".utf8))
        return Data(HMAC<SHA256>.authenticationCode(for: Data(base.utf8), using: key)).base64EncodedString()
    }
}
