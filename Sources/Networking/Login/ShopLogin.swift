/// What a person gives to sign in at a shop. The secret is never shown, logged or stored with the till's data.
package struct ShopLogin: Sendable {
    /// The shop's address as a person types it: `shop.example`.
    package let address: String
    /// A user name, or a consumer key.
    package let user: String
    /// The user's application password, or the consumer key's secret.
    package let secret: String
    /// A file with certificates of authorities that are trusted for this shop besides the system's own; nil for none.
    package let authorities: String?
    /// Whether the shop may be spoken to over plain http although it is on another machine.
    package let allowsHTTP: Bool

    package init(
        address: String, user: String, secret: String, authorities: String? = nil, allowsHTTP: Bool = false
    ) {
        self.address = address
        self.user = user
        self.secret = secret
        self.authorities = authorities
        self.allowsHTTP = allowsHTTP
    }
}

extension ShopLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "login at \(address)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [("address", address)]) }
}
