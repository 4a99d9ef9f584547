import Crypto
import Failures
import Flow
import Foundation
import Model
import Storage
import Synchronization

/// The tokens of a till, in its storage. A secret has 256 random bits, so a plain hash keeps it.
package struct AccessTokens: Sendable {
    static let setting = "service.tokens"
    /// The most valid tokens.
    package static let most = 1_000
    /// The most revoked tokens that are kept. The oldest ones go first.
    package static let mostRevoked = 1_000

    private let storage: any StorageManagerType
    private let environment: Environment
    private let lastRead = LastRead()

    package init(storage: any StorageManagerType, environment: Environment) {
        self.storage = storage
        self.environment = environment
    }

    /// All tokens, oldest first.
    package func all() throws(Failure) -> [AccessToken] {
        try storage.reading { try $0.setting(Self.setting, as: [AccessToken].self) ?? [] }
    }

    /// Makes a token. Its secret is nowhere but in the answer.
    package func create(_ name: String, _ scope: TokenScope) throws(Failure) -> (secret: String, token: AccessToken) {
        let secret = "till_\(scope.rawValue)_" + environment.newSecret()
        let token = AccessToken(
            id: environment.newID("tok"), name: name, scope: scope, hash: Self.hash(secret),
            createdAt: environment.now().asStored)
        try storage.writing { transaction in
            let known = try transaction.setting(Self.setting, as: [AccessToken].self) ?? []
            guard known.count(where: { $0.revokedAt == nil }) < Self.most else {
                throw StorageError.refused(.tooManyTokens)
            }
            try transaction.setSetting(Self.setting, to: Self.dropping(known) + [token])
        }
        return (secret, token)
    }

    /// Revokes a token, at once and for good. Revoking it again changes nothing.
    package func revoke(_ id: String) throws(Failure) -> AccessToken {
        let now = environment.now().asStored
        return try storage.writing { transaction in
            var known = try transaction.setting(Self.setting, as: [AccessToken].self) ?? []
            guard let place = known.firstIndex(where: { $0.id == id }) else { throw StorageError.refused(.noToken(id)) }
            known[place].revokedAt = known[place].revokedAt ?? now
            try transaction.setSetting(Self.setting, to: known)
            return known[place]
        }
    }

    /// Revokes in a restored till the tokens of the backup that the replaced data do not have as valid ones, and takes over those
    /// that only the replaced data have. Nobody can tell whether the others were revoked since the backup was made.
    ///
    /// - Returns: the tokens that are revoked now.
    package static func endRestored(
        in transaction: any StorageTransaction, unlessIn replaced: (any SettingsReading)?, at now: Date
    ) throws -> [AccessToken] {
        // A list that cannot be read lets nobody in.
        let restored = (try? transaction.setting(setting, as: [AccessToken].self)) ?? []
        let present = (try? replaced?.setting(setting, as: [AccessToken].self)) ?? []
        guard !restored.isEmpty || !present.isEmpty else { return [] }
        let known = Set(restored.map(\.hash))
        var ended: [AccessToken] = []
        let standing = restored.map { token in
            guard token.revokedAt == nil, !present.contains(token) else { return token }
            var token = token
            token.revokedAt = now.asStored
            ended.append(token)
            return token
        }
        let all = (standing + present.filter { !known.contains($0.hash) }).sorted { $0.createdAt < $1.createdAt }
        try transaction.setSetting(setting, to: dropping(all))
        return ended
    }

    /// The tokens without the revoked ones that are too many, the oldest first.
    private static func dropping(_ tokens: [AccessToken]) -> [AccessToken] {
        var surplus = tokens.count { $0.revokedAt != nil } - mostRevoked
        return tokens.filter { token in
            guard surplus > 0, token.revokedAt != nil else { return true }
            surplus -= 1
            return false
        }
    }

    /// The valid token with this secret; nil if there is none.
    func token(of secret: String) throws(Failure) -> AccessToken? {
        try valid()[Self.hash(secret)]
    }

    /// The ids of the valid tokens.
    func validIDs() throws(Failure) -> Set<String> { Set(try valid().values.map(\.id)) }

    /// The valid tokens, by their hashes. The stored bytes are read each time: a revocation counts at once, also one by another
    /// process.
    private func valid() throws(Failure) -> [String: AccessToken] {
        try storage.reading { reader -> [String: AccessToken] in
            guard let stored = try reader.setting(Self.setting) else { return [:] }
            return try lastRead.valid(in: stored) { try reader.setting(Self.setting, as: [AccessToken].self) ?? [] }
        }
    }

    /// The valid tokens as they were read last, by their hashes, so that not every request decodes all tokens.
    private final class LastRead: Sendable {
        private let known = Mutex<(stored: Data, valid: [String: AccessToken])?>(nil)

        func valid(in stored: Data, _ decode: () throws -> [AccessToken]) rethrows -> [String: AccessToken] {
            if let known = known.withLock({ $0 }), known.stored == stored { return known.valid }
            let valid = Dictionary(try decode().filter { $0.revokedAt == nil }.map { ($0.hash, $0) }) { first, _ in
                first
            }
            known.withLock { $0 = (stored, valid) }
            return valid
        }
    }

    private static func hash(_ secret: String) -> String {
        Hexadecimal.text(Data(SHA256.hash(data: Data(secret.utf8))))
    }
}

extension Failure {
    fileprivate static let tooManyTokens = Failure(
        TokenFailure.tooMany, Sentence("failure.token.tooMany", ["most": AccessTokens.most]), recovery: .askOperator)

    fileprivate static func noToken(_ id: String) -> Failure {
        Failure(
            TokenFailure.notFound, Sentence("failure.token.notFound", ["id": id.presentable]),
            remedy: Sentence("remedy.token.notFound"), recovery: .giveUp)
    }
}
