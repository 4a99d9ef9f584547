/// A shop that has accepted a login.
package struct ShopConnection: Sendable {
    /// The shop's address as it tells it: `https://shop.example`.
    package let address: String
    /// The address that the shop gives itself, by which it is known again under another one.
    package let home: String
    package let name: String
    /// The user who signed in, as it may be shown.
    package let user: String
    /// What the connector needs to reach the shop again.
    package let credentials: StoredCredentials

    package init(address: String, home: String, name: String, user: String, credentials: StoredCredentials) {
        self.address = address
        self.home = home
        self.name = name
        self.user = user
        self.credentials = credentials
    }
}
