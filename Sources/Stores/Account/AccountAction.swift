import Flow
import Payments
import Model

/// What can be asked of the session's account.
package enum AccountAction: Action {
    /// Who is signed in; answered with `account.signedOut` when nobody is.
    case loadAccount(Reply<Account>)
    /// Signs the embedded shop's operator in for this and later starts.
    case loginEmbedded(Reply<Account>)
    /// Forgets who is signed in. The session itself is left through the `StoresManager`.
    case forgetAccount(Reply<Void>)
}
