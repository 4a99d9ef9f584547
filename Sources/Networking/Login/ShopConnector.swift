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
