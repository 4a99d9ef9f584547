import Flow
import Payments
import Model
import Storage

/// Remembers across restarts who is signed in. It exists in both session states, because signing in needs it when
/// nobody is signed in.
package final class AccountStore: Store {
    package typealias Handled = AccountAction

    private let environment: Environment
    private let storage: any StorageManagerType
    private let lookUp: Lookup<SingleKey, Account>

    init(environment: Environment, storage: any StorageManagerType, root: StateStore<TillState, TillEvent>) {
        self.environment = environment
        self.storage = storage
        lookUp = Lookup(environment: environment, root: root)
    }

    package func onAction(_ action: AccountAction) {
        switch action {
        case .loadAccount(let reply): load(reply)
        case .loginEmbedded(let reply):
            reply { () throws(Failure) in
                try save(.embedded)
                return .embedded
            }
        case .forgetAccount(let reply): reply { () throws(Failure) in try save(nil) }
        }
    }

    /// The account is read each time, because another process may have signed in or out.
    private func load(_ reply: Reply<Account>) {
        let (storage, lookUp) = (storage, lookUp)
        environment.answer(reply, "load account") { () throws(Failure) in
            try await lookUp(SingleKey()) { _ throws(Failure) in try Account.signedIn(in: storage) }.value
        }
    }

    /// Stores the account; nil means that nobody is signed in, at later starts too.
    private func save(_ account: Account?) throws(Failure) {
        try storage.writing { try $0.setSetting(Account.settingKey, to: account) }
    }
}
