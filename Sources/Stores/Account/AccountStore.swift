import Flow
import Model
import Storage

/// Who is signed in, kept over restarts. There in both states: signing in needs it when nobody is.
public final class AccountStore: Store {
    public typealias Handled = AccountAction

    private static let key = "account"
    private let storage: any StorageManagerType

    public init(storage: any StorageManagerType) { self.storage = storage }

    public func onAction(_ action: AccountAction) {
        switch action {
        case .loadAccount(let reply): reply(with: load)
        case .loginEmbedded(let reply):
            reply { () throws(Failure) in
                try save(.embedded)
                return .embedded
            }
        case .forgetAccount(let reply): reply { () throws(Failure) in try save(nil) }
        }
    }

    private func load() throws(Failure) -> Account {
        let known = try storage.reading { reader in
            try reader.settingKeys().contains(Self.key)
                ? try reader.setting(Self.key, as: Account?.self).flatMap { $0 } : .embedded
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
    public static let signedOut = Failure(
        "account.signedOut", "Nobody is signed in.", remedy: "run `till login`", recovery: .askOperator)
}
