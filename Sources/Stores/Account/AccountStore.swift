import Flow
import Payments
import Model
import Storage

/// Who is signed in, kept over restarts. There in both states: signing in needs it when nobody is.
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

    /// Another process may have signed in or out: read anew each time.
    private func load(_ reply: Reply<Account>) {
        let (storage, lookUp) = (storage, lookUp)
        environment.answer(reply, "load account") { () throws(Failure) in
            try await lookUp(SingleKey()) { _ throws(Failure) in try Account.signedIn(in: storage) }.value
        }
    }

    /// Nil: nobody, at later starts too.
    private func save(_ account: Account?) throws(Failure) {
        try storage.writing { try $0.setSetting(Account.settingKey, to: account) }
    }
}
