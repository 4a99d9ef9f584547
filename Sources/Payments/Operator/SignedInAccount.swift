import Failures
import Flow
import Model
import Storage

extension Account {
    /// The setting that holds the signed-in account; a stored nil means that somebody signed out.
    package static let settingKey = "account"
    /// The setting that holds why nobody is signed in.
    package static let reasonKey = "account.signedOut"

    /// The account that is signed in according to the storage, or the embedded shop's if nobody ever signed in or out; nil
    /// if nobody is signed in.
    package static func current(in reader: any SettingsReading) throws -> Account? {
        guard try reader.settingKeys().contains(settingKey) else { return .embedded }
        return try reader.setting(settingKey, as: Account?.self).flatMap { $0 }
    }

    /// The account that is signed in. Throws `account.signedOut` with the reason if there is none.
    package static func signedIn(in storage: any StorageManagerType) throws(Failure) -> Account {
        guard let known = try storage.reading({ try current(in: $0) }) else {
            throw .signedOut(because: try storage.reading { try signedOutReason(in: $0) })
        }
        return known
    }

    /// Why nobody is signed in.
    package static func signedOutReason(in reader: any SettingsReading) throws -> SignedOutReason {
        try reader.setting(reasonKey, as: SignedOutReason.self) ?? .signedOut
    }

    /// Stores that nobody is signed in, and why.
    package static func signOut(because reason: SignedOutReason, in transaction: any StorageTransaction) throws {
        try transaction.setSetting(settingKey, to: Account?.none)
        try transaction.setSetting(reasonKey, to: reason)
    }

    /// Stores that this account is signed in.
    package func signIn(in transaction: any StorageTransaction) throws {
        try transaction.setSetting(Self.settingKey, to: Account?.some(self))
        try transaction.removeSetting(Self.reasonKey)
    }
}

extension Failure {
    package static func signedOut(because reason: SignedOutReason) -> Failure {
        guard let cause = reason.failure else {
            return signedOut(Sentence("failure.account.signedOut"), Sentence("remedy.account.signedOut"))
        }
        // The shop has not been asked.
        if cause.is(ShopFailure.noCredentials) {
            return signedOut(
                Sentence("failure.account.signedOut.noLogin"), Sentence("remedy.account.signedOut.noLogin"))
        }
        return signedOut(
            Sentence("failure.account.signedOut.ended"), Sentence("remedy.account.signedOut.ended"), [cause.said])
    }

    private static func signedOut(_ sentence: Sentence, _ remedy: Sentence, _ causes: [Sentence] = []) -> Failure {
        Failure(AccountFailure.signedOut, sentence, remedy: remedy, recovery: .askOperator, causes: causes)
    }
}
