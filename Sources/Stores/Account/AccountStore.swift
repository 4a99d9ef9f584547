import Flow
import Model
import Storage

/// Who is signed in, kept over restarts. There in both states: signing in needs it when nobody is.
package final class AccountStore: Store {
    package typealias Handled = AccountAction

    private static let key = "account"
    private let environment: Environment
    private let storage: any StorageManagerType
    private let lookUp: Lookup<Sole, Account>

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
            try await lookUp(Sole()) { _ throws(Failure) in try Self.load(from: storage) }.value
        }
    }

    /// Who is signed in, as that storage has it; throws `account.signedOut`.
    package static func load(from storage: any StorageManagerType) throws(Failure) -> Account {
        let known = try storage.reading { reader in
            try reader.settingKeys().contains(key)
                ? try reader.setting(key, as: Account?.self).flatMap { $0 } : .embedded
        }
        guard let known else { throw .signedOut }
        return known
    }

    /// Nil: nobody, at later starts too.
    private func save(_ account: Account?) throws(Failure) {
        try storage.writing { try $0.setSetting(Self.key, to: account) }
    }
}

extension Failure {
    package static let signedOut = Failure(
        "account.signedOut", "Nobody is signed in.", remedy: "run `till login`", recovery: .askOperator)
}
