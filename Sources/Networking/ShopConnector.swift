import Flow
import Model

/// Signs in at shops, and keeps what it takes to reach them.
package protocol ShopConnector: Sendable {
    /// Finds the shop and has it verify the login. Nothing is kept.
    func connect(_ login: ShopLogin) async throws(NetworkError) -> ShopConnection
    /// Keeps the connection's credentials for the site, for this process and later ones.
    func keep(_ connection: ShopConnection, for site: SiteID) throws(Failure)
    /// Forgets the credentials for the site. Does nothing if there are none.
    func forget(_ site: SiteID) throws(Failure)
}

/// A shop that has accepted a login.
package struct ShopConnection: Sendable {
    /// The shop's address as it tells it: `https://shop.example`.
    package let address: String
    package let name: String
    /// Who signed in, as it may be shown.
    package let user: String
    /// What the connector needs to reach the shop again.
    package let credentials: StoredCredentials

    package init(address: String, name: String, user: String, credentials: StoredCredentials) {
        self.address = address
        self.name = name
        self.user = user
        self.credentials = credentials
    }
}

/// Credentials in the form in which a connector keeps them. They are never shown.
package struct StoredCredentials: Hashable, Sendable {
    package let bytes: [UInt8]
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension StoredCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "credentials" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
