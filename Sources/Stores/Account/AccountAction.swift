import Flow
import Model
import Networking
import Payments

/// Requests about the session's account and the shops in which this till has signed in.
package enum AccountAction: Action {
    /// Loads the account that is signed in; fails with `account.signedOut` if nobody is.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: ShopSessionTests
    case loadAccount(Reply<Account>)
    /// Has the shop verify the login, and remembers the shop and its credentials. Changes nothing if the shop refuses.
    /// - Endpoint: GET wp-json/, GET wc/v3/orders, POST wc/v3/orders/batch
    /// - Offline: fails; nothing changes
    /// - Test: ShopSessionTests
    case connect(ShopLogin, Reply<RememberedShop>)
    /// Has a remembered shop verify the login that the till keeps for it. Fails with `shop.noCredentials` if it keeps none.
    /// - Endpoint: GET wc/v3/orders
    /// - Offline: fails; nothing changes
    /// - Test: ShopSessionTests
    case verifyLogin(SiteID, Reply<RememberedShop>)
    /// Stores the account as signed in, at later starts too. A session is entered through `TillStores.signIn`.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: ShopSessionTests
    case enter(Account, Reply<Void>)
    /// Forgets the signed-in account and the credentials of its shop. The session itself is left through `TillStores`.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: ShopSessionTests
    case forgetAccount(Reply<Void>)
    /// Loads all remembered shops.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: ShopSessionTests
    case loadShops(Reply<[RememberedShop]>)
    /// The shop with this id as the till remembers it; if `forcedUpdate`, with the name that it gives itself now. A shop that
    /// does not tell its name to the login keeps the remembered one.
    /// - Endpoint: GET /?_fields=name, if forced
    /// - Offline: the remembered shop, unless forced
    /// - Test: AccountStoreTests
    case loadAndSynchronizeSite(SiteID, forcedUpdate: Bool, Reply<RememberedShop>)
    /// The shop's user to whom the login belongs. A consumer key may not ask for its user, so its last characters are shown.
    /// - Endpoint: GET wp/v2/users/me
    /// - Offline: fails
    /// - Test: AccountStoreTests
    case synchronizeAccount(Reply<SiteUser>)
    /// Fails with `shop.unsupported`: these settings are of WordPress.com.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: AccountStoreTests
    case synchronizeAccountSettings(Reply<Void>)
    /// All shops in which this till has signed in. Each login is for one shop, so there is nobody to ask for more.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AccountStoreTests
    case synchronizeSites(Reply<[RememberedShop]>)
    /// The remembered shop at this address; fails with `shop.noCredentials` if there is none.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: AccountStoreTests
    case synchronizeSitesAndReturnSelectedSiteInfo(address: String, Reply<RememberedShop>)
    /// Fails with `shop.unsupported`: plans are of WordPress.com.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: AccountStoreTests
    case synchronizeSitePlan(SiteID, Reply<Void>)
    /// Fails with `shop.unsupported`: these settings are of WordPress.com.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: AccountStoreTests
    case updateAccountSettings(tracksOptOut: Bool, Reply<Void>)
    /// Fails with `shop.unsupported`: accounts are closed in the shop.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: AccountStoreTests
    case closeAccount(Reply<Void>)
}
