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
        case .loadAccount(let reply): reply(load())
        case .loginEmbedded(let reply): reply(save(.embedded))
        case .forgetAccount(let reply): reply(forget())
        }
    }

    private func load() -> Result<Account, Failure> {
        do throws(StorageError) {
            let known = try storage.read { reader in
                try reader.settingKeys().contains(Self.key)
                    ? try reader.setting(Self.key, as: Account?.self).flatMap { $0 } : .embedded
            }
            return known.map(Result.success) ?? .failure(.signedOut)
        } catch { return .failure(error.failure) }
    }

    private func save(_ account: Account?) -> Result<Account, Failure> {
        do throws(StorageError) {
            try storage.write { try $0.setSetting(Self.key, to: account) }
            return account.map(Result.success) ?? .failure(.signedOut)
        } catch { return .failure(error.failure) }
    }

    private func forget() -> Result<Void, Failure> {
        do throws(StorageError) {
            return .success(try storage.write { try $0.setSetting(Self.key, to: Account?.none) })
        } catch { return .failure(error.failure) }
    }
}

extension Failure {
    public static let signedOut = Failure(
        "account.signedOut", "Nobody is signed in.", remedy: "run `till login`", recovery: .askOperator)
}
