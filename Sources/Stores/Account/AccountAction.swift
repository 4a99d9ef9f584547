import Flow
import Payments
import Model

/// Requests about the session's account.
package enum AccountAction: Action {
    /// Loads the account that is signed in; fails with `account.signedOut` if nobody is.
    case loadAccount(Reply<Account>)
    /// Signs in the embedded shop's operator, now and at later starts.
    case loginEmbedded(Reply<Account>)
    /// Forgets the signed-in account. The session itself is left through the `StoresManager`.
    case forgetAccount(Reply<Void>)
}
