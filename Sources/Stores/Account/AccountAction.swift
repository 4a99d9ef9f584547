import Flow
import Model
import Networking
import Payments

/// Requests about the session's account and the shops in which this till has signed in.
package enum AccountAction: Action {
    /// Loads the account that is signed in; fails with `account.signedOut` if nobody is.
    case loadAccount(Reply<Account>)
    /// Has the shop verify the login, and remembers the shop and its credentials. Changes nothing if the shop refuses.
    case connect(ShopLogin, Reply<RememberedShop>)
    /// Stores the account as signed in, at later starts too. A session is entered through `TillStores.signIn`.
    case enter(Account, Reply<Void>)
    /// Forgets the signed-in account and the credentials of its shop. The session itself is left through `TillStores`.
    case forgetAccount(Reply<Void>)
    /// Loads all remembered shops.
    case loadShops(Reply<[RememberedShop]>)
}
