import Flow
import Model
import Networking
import Payments
import Storage

/// Remembers across restarts who is signed in, and in which shops this till has signed in. It exists in both session
/// states, because signing in needs it when nobody is signed in.
package final class AccountStore: Store {
    package typealias Handled = AccountAction

    private let environment: Environment
    private let storage: any StorageManagerType
    private let connector: (any ShopConnector)?
    private let sites: RememberedSites
    private let lookUp: Lookup<SingleKey, Account>

    /// - Parameters:
    ///   - connector: nil if there is no shop but the embedded one.
    ///   - networks: nil if no shop is asked.
    init(
        environment: Environment, storage: any StorageManagerType, connector: (any ShopConnector)?,
        networks: (any SiteNetworks)? = nil, root: StateStore<TillState, TillEvent>
    ) {
        self.environment = environment
        self.storage = storage
        self.connector = connector
        sites = RememberedSites(storage: storage, networks: networks)
        lookUp = Lookup(environment: environment, root: root)
    }

    package func onAction(_ action: AccountAction) {
        switch action {
        case .loadAccount(let reply): load(reply)
        case .connect(let login, let reply): connect(login, reply)
        case .verifyLogin(let site, let reply):
            let sites = sites
            environment.answer(reply, "verify a login") { () throws(Failure) in try await sites.verified(site) }
        case .enter(let account, let reply): reply { () throws(Failure) in try enter(account) }
        case .forgetAccount(let reply): reply { () throws(Failure) in try forget() }
        case .loadShops(let reply), .synchronizeSites(let reply):
            reply { () throws(Failure) in try sites.all() }
        case .synchronizeSitesAndReturnSelectedSiteInfo(let address, let reply):
            reply { () throws(Failure) in try sites.shop(at: address) }
        case .loadAndSynchronizeSite(let site, let isForced, let reply):
            let sites = sites
            environment.answer(reply, "load the shop") { () throws(Failure) in
                isForced ? try await sites.refreshed(site) : try sites.shop(site)
            }
        case .synchronizeAccount(let reply):
            let sites = sites
            environment.answer(reply, "load the user") { () throws(Failure) in try await sites.user() }
        case .synchronizeSitePlan(_, let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.plan")))
        case .synchronizeAccountSettings(let reply), .updateAccountSettings(_, let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.accountSettings")))
        case .closeAccount(let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.closeAccount")))
        }
    }

    /// The account is read each time, because another process may have signed in or out.
    private func load(_ reply: Reply<Account>) {
        let (storage, lookUp) = (storage, lookUp)
        environment.answer(reply, "load account") { () throws(Failure) in
            try await lookUp(SingleKey()) { _ throws(Failure) in try Account.signedIn(in: storage) }.value
        }
    }

    private func connect(_ login: ShopLogin, _ reply: Reply<RememberedShop>) {
        let (storage, connector) = (storage, connector)
        environment.answer(reply, "sign in at a shop") { () throws(Failure) in
            guard let connector else { throw NetworkError.noCredentials.failure }
            let connection = try await asFailure { () async throws(NetworkError) in
                try await connector.connect(login)
            }
            let shop = try storage.writing {
                try RememberedShop.remember(
                    address: connection.address, home: connection.home, name: connection.name, user: connection.user,
                    in: $0)
            }
            try connector.keep(connection, for: shop.site)
            return shop
        }
    }

    private func enter(_ account: Account) throws(Failure) {
        try storage.writing { try account.signIn(in: $0) }
    }

    private func forget() throws(Failure) {
        let (account, shops) = try storage.reading { (try Account.current(in: $0), try RememberedShop.all(in: $0)) }
        try storage.writing { try Account.signOut(because: .signedOut, in: $0) }
        // A session that its shop has ended left its credentials behind.
        for site in account.map({ [$0.site] }) ?? shops.map(\.site) {
            try connector?.forget(site)
            try SiteMemory(storage: storage).forgetChoices(of: site)
        }
    }
}
