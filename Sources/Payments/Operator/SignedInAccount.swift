import Failures
import Flow
import Model
import Storage

extension Account {
    /// The setting that holds the signed-in account; a stored nil means that somebody signed out.
    package static let settingKey = "account"

    /// The account that is signed in according to the storage, or the embedded shop's if nobody ever signed in or out.
    /// Throws `account.signedOut`.
    package static func signedIn(in storage: any StorageManagerType) throws(Failure) -> Account {
        let known = try storage.reading { reader in
            try reader.settingKeys().contains(settingKey)
                ? try reader.setting(settingKey, as: Account?.self).flatMap { $0 } : .embedded
        }
        guard let known else { throw .signedOut }
        return known
    }
}

extension Failure {
    package static let signedOut = Failure(
        AccountFailure.signedOut, Sentence("failure.account.signedOut"), remedy: Sentence("remedy.account.signedOut"),
        recovery: .askOperator)
}
