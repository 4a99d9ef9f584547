import Crypto
import Foundation
import Networking
import Synchronization

/// Finds out who asks, as WooCommerce and WordPress do: consumer keys over TLS, OAuth 1.0a without it, application passwords
/// with both.
final class ShopGate: Sendable {
    enum Identification: Sendable {
        case caller(ShopCaller)
        case refused(code: String, message: String)
    }

    private static let wrong = "woocommerce_rest_authentication_error"
    /// By how much clocks may differ, and how long nonces are remembered.
    private static let tolerance: TimeInterval = 15 * 60
    private static let mostNonces = 10_000

    private let keys: ShopKeys
    private let nonces = Mutex<[String: Date]>([:])

    init(_ keys: ShopKeys) { self.keys = keys }

    /// Returns who asks: the owner of a login, nobody if none was shown, or the refusal of one that is wrong.
    ///
    /// - Parameters:
    ///   - path: below the REST root.
    ///   - isPretty: whether the path was in the address, and not in `rest_route`, where keys are not looked for.
    func identify(_ asked: HTTPQuestion, path: String, isPretty: Bool, now: Date) -> Identification {
        let isShop = path.hasPrefix("wc/") || path.hasPrefix("wc-")
        let basic = Self.basic(asked)
        if let basic, let person = keys.person(basic.name, basic.password) { return .caller(person) }
        if isShop, isPretty {
            if asked.isSecure { return keyed(asked, basic) }
            let oauth = Self.oauth(asked)
            if !oauth.isEmpty { return signed(asked, oauth, now) }
            return .caller(.nobody)
        }
        guard let basic else { return .caller(.nobody) }
        return basic.name == keys.user
            ? .refused(code: "incorrect_password", message: "The provided password is an invalid application password.")
            : .refused(
                code: "invalid_username",
                message: "<strong>Error:</strong> Unknown username. Check again or try your email address.")
    }

    private func keyed(_ asked: HTTPQuestion, _ basic: (name: String, password: String)?) -> Identification {
        let query = Dictionary(asked.query.map { ($0.name, $0.value) }) { $1 }
        let name = query["consumer_key"] ?? basic?.name ?? ""
        let secret = query["consumer_secret"] ?? basic?.password ?? ""
        guard let key = keys.key(name) else { return .caller(.nobody) }
        guard key.secret == secret else { return .refused(code: Self.wrong, message: "Consumer secret is invalid.") }
        return .caller(key.caller)
    }

    private static func basic(_ asked: HTTPQuestion) -> (name: String, password: String)? {
        guard let header = asked.header("authorization"), header.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: String(header.dropFirst(6))), let colon = data.firstIndex(of: 0x3A)
        else { return nil }
        return (
            String(decoding: data[..<colon], as: UTF8.self), String(decoding: data[(colon + 1)...], as: UTF8.self)
        )
    }
}

/// OAuth 1.0a with one leg (RFC 5849).
extension ShopGate {
    /// The parameters in the query or the header that belong to OAuth.
    private static func oauth(_ asked: HTTPQuestion) -> [String: String] {
        var found = Dictionary(
            asked.query.filter { $0.name.hasPrefix("oauth_") }.map { ($0.name, $0.value) }
        ) { $1 }
        guard let header = asked.header("authorization"), header.lowercased().hasPrefix("oauth ") else { return found }
        for part in header.dropFirst(6).split(separator: ",").prefix(20) {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: [" ", "\""]) }
            guard pair.count == 2, pair[0].hasPrefix("oauth_") else { continue }
            found[pair[0]] = pair[1].removingPercentEncoding ?? pair[1]
        }
        return found
    }

    private static let needed = [
        "oauth_consumer_key", "oauth_timestamp", "oauth_nonce", "oauth_signature", "oauth_signature_method",
    ]

    private func signed(_ asked: HTTPQuestion, _ oauth: [String: String], _ now: Date) -> Identification {
        let missing = Self.needed.filter { (oauth[$0] ?? "").isEmpty }
        guard missing.isEmpty else {
            return .refused(
                code: "woocommerce_rest_authentication_missing_parameter",
                message: "Missing OAuth parameters \(missing.joined(separator: ", "))")
        }
        guard let key = keys.key(oauth["oauth_consumer_key"] ?? "") else {
            return .refused(code: Self.wrong, message: "Consumer key is invalid.")
        }
        let method = oauth["oauth_signature_method"] ?? ""
        guard ["HMAC-SHA1", "HMAC-SHA256"].contains(method) else {
            return .refused(code: Self.wrong, message: "Invalid signature - signature method is invalid.")
        }
        guard Self.signature(asked, oauth, key.secret, method) == oauth["oauth_signature"] else {
            return .refused(code: Self.wrong, message: "Invalid signature - provided signature does not match.")
        }
        guard let seconds = TimeInterval(oauth["oauth_timestamp"] ?? ""),
            abs(now.timeIntervalSince1970 - seconds) <= Self.tolerance
        else { return .refused(code: Self.wrong, message: "Invalid timestamp.") }
        guard isNew(key.key + " " + (oauth["oauth_nonce"] ?? ""), now) else {
            return .refused(code: Self.wrong, message: "Invalid nonce - nonce has already been used.")
        }
        return .caller(key.caller)
    }

    private func isNew(_ nonce: String, _ now: Date) -> Bool {
        nonces.withLock { nonces in
            if nonces.count >= Self.mostNonces {
                nonces = nonces.filter { now.timeIntervalSince($0.value) < Self.tolerance }
                if nonces.count >= Self.mostNonces { nonces = [:] }
            }
            guard nonces[nonce] == nil else { return false }
            nonces[nonce] = now
            return true
        }
    }

    static func signature(
        _ asked: HTTPQuestion, _ oauth: [String: String], _ secret: String, _ method: String
    ) -> String {
        var items = asked.query.filter { !$0.name.hasPrefix("oauth_") }.map { ($0.name, $0.value) }
        items += oauth.filter { $0.key != "oauth_signature" }.map { ($0.key, $0.value) }
        let pairs = items.map { (encoded($0.0), encoded($0.1)) }.sorted { $0 < $1 }
        let query = pairs.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let address = "\(asked.isSecure ? "https" : "http")://\(asked.header("host") ?? "")\(asked.path)"
        let base = [asked.method, address, query].map(encoded).joined(separator: "&")
        let key = SymmetricKey(data: Data("\(encoded(secret))&".utf8))
        let text = Data(base.utf8)
        let code =
            method == "HMAC-SHA1"
            ? Data(HMAC<Insecure.SHA1>.authenticationCode(for: text, using: key))
            : Data(HMAC<SHA256>.authenticationCode(for: text, using: key))
        return code.base64EncodedString()
    }

    /// Percent-encodes a text by RFC 3986 §2.3: only letters, digits and `-._~` stay.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%\(digits.count == 1 ? "0" : "")\(digits)"
        }.joined()
    }
}
