import Flow
import Model
import Networking
import Payments
import Storage

/// The shops in which this till has signed in, and what they say of themselves and of its login.
struct RememberedSites: Sendable {
    let storage: any StorageManagerType
    /// Nil if no shop is asked.
    let networks: (any SiteNetworks)?

    func all() throws(Failure) -> [RememberedShop] { try storage.reading { try RememberedShop.all(in: $0) } }

    func shop(_ site: SiteID) throws(Failure) -> RememberedShop {
        guard let shop = try all().first(where: { $0.site == site }) else { throw NetworkError.noCredentials.failure }
        return shop
    }

    func shop(at address: String) throws(Failure) -> RememberedShop {
        guard let shop = try all().first(where: { $0.isAt(address) }) else { throw NetworkError.noCredentials.failure }
        return shop
    }

    /// The shop, once it has accepted the login that the till keeps for it.
    func verified(_ site: SiteID) async throws(Failure) -> RememberedShop {
        let known = try shop(site)
        let network = try network(of: site)
        try await asFailure { () async throws(NetworkError) in
            try await SiteUsersRemote(network: network).checkLogin()
        }
        return known
    }

    /// The shop with the name that it gives itself now.
    func refreshed(_ site: SiteID) async throws(Failure) -> RememberedShop {
        let known = try shop(site)
        let network = try network(of: site)
        let profile = try await asFailure { () async throws(NetworkError) -> SiteProfile? in
            do throws(NetworkError) { return try await SiteUsersRemote(network: network).loadProfile() } catch {
                guard error.isRefusalOfAKeyByWordPress else { throw error }
                return nil
            }
        }
        guard let profile, profile.name != known.name else { return known }
        return try storage.writing { try RememberedShop.rename(site, to: profile.name, in: $0) } ?? known
    }

    /// Who the signed-in login is for its shop.
    func user() async throws(Failure) -> SiteUser {
        let account = try Account.signedIn(in: storage)
        guard account.site != .embedded else { return SiteUser(key: account.name) }
        let network = try network(of: account.site)
        return try await asFailure { () async throws(NetworkError) in
            try await SiteUsersRemote(network: network).loadUser(of: account.name)
        }
    }

    private func network(of site: SiteID) throws(Failure) -> any Network {
        guard let networks else { throw NetworkError.noCredentials.failure }
        return try asFailure { () throws(NetworkError) in try networks.reach(site) }
    }
}
