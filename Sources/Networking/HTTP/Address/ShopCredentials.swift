import Foundation

/// The login of a till at a shop. It is never printed: descriptions, dumps and mirrors hide it.
package struct ShopCredentials: Hashable, Sendable {
    package enum Kind: String, Hashable, Codable, Sendable {
        /// A consumer key of WooCommerce with its secret.
        case consumerKey
        /// A consumer key that signs each request, for a shop that the header `Authorization` does not reach.
        case signingKey
        /// An application password of WordPress, with the name of its user.
        case applicationPassword
    }

    package let kind: Kind
    /// The consumer key, or the user's name.
    package let name: String
    /// The consumer secret, or the password.
    package let secret: String

    private init(kind: Kind, name: String, secret: String) {
        self.kind = kind
        self.name = name
        self.secret = secret
    }

    /// Nil for what no shop hands out: an empty part, or a sign that is not letter, digit or `_`.
    package static func consumerKey(_ key: String, secret: String) -> ShopCredentials? {
        let (key, secret) = (key.trimmingCharacters(in: .whitespacesAndNewlines), trimmed(secret))
        guard isWord(key), isWord(secret) else { return nil }
        return ShopCredentials(kind: .consumerKey, name: key, secret: secret)
    }

    /// WordPress shows the password in groups of four; the blanks between them do not count. Nil for an empty part, or a name
    /// that HTTP's Basic scheme cannot carry (RFC 7617 §2).
    package static func applicationPassword(user: String, password: String) -> ShopCredentials? {
        let (user, password) = (user.trimmingCharacters(in: .whitespacesAndNewlines), trimmed(password))
        let isPlain = { (text: String) in
            text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        guard !user.isEmpty, !password.isEmpty, !user.contains(":"), isPlain(user), isPlain(password) else {
            return nil
        }
        return ShopCredentials(kind: .applicationPassword, name: user, secret: password)
    }

    /// Credentials that sign requests with this consumer key over https too; nil for anything but a consumer key.
    var signing: ShopCredentials? {
        kind == .consumerKey ? ShopCredentials(kind: .signingKey, name: name, secret: secret) : nil
    }

    /// The login of a kind; nil for what no shop hands out.
    package static func kept(_ kind: Kind, _ name: String, _ secret: String) -> ShopCredentials? {
        switch kind {
        case .consumerKey: consumerKey(name, secret: secret)
        case .signingKey: consumerKey(name, secret: secret)?.signing
        case .applicationPassword: applicationPassword(user: name, password: secret)
        }
    }

    private static func trimmed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch Unicode.Scalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", "_": true
                default: false
                }
            }
    }

    /// The value of the header `Authorization` (RFC 7617).
    var basic: String { "Basic " + Data("\(name):\(secret)".utf8).base64EncodedString() }
}

extension ShopCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(kind.rawValue) (hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
