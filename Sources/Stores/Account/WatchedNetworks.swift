import Flow
import Model
import Networking
import Synchronization

/// The networks of the shops for stores that belong to the process: a login that its shop no longer accepts ends the session
/// of that shop, as it does when a store of the session asks.
final class WatchedNetworks: SiteNetworks {
    /// The receiver of logins that their shops no longer accept.
    private final class Follower: Sendable {
        let end: @Sendable (SiteID, NetworkError) -> Void
        init(_ end: @escaping @Sendable (SiteID, NetworkError) -> Void) { self.end = end }
    }

    private let networks: any SiteNetworks
    private let outages: ShopOutages
    private let environment: Environment
    private let follower = Mutex<Follower?>(nil)

    init(_ networks: any SiteNetworks, _ outages: ShopOutages, _ environment: Environment) {
        (self.networks, self.outages, self.environment) = (networks, outages, environment)
    }

    /// From now on `end` is called with the shop that accepts its login no more.
    func follow(_ end: @escaping @Sendable (SiteID, NetworkError) -> Void) {
        let new = Follower(end)
        follower.withLock { $0 = new }
    }

    func network(of site: SiteID) -> (any Network)? {
        guard let network = networks.network(of: site) else { return nil }
        // The embedded shop is a part of this process, and asks for no credentials.
        guard site != .embedded else { return network }
        return SessionNetwork(shop: network, outage: outages.outage(of: site), environment: environment) {
            [weak self] error in
            self?.follower.withLock { $0 }?.end(site, error)
        }
    }
}
