import Crypto
import Failures
import Flow
import Foundation
import Model
import Storage
import Synchronization

/// The rights of the operators who have entered a PIN, in memory only: they end with the process. Each belongs to the caller
/// who asked for it, and ends when its operator is removed or gets another PIN.
final class HeldRights: Sendable {
    /// The most at one time. The one that would end first makes room.
    static let most = 256

    private struct Held {
        let person: TillOperator
        /// What tells the operator's PIN from a later one.
        let salt: Data
        let holder: String
        var end: Uptime
    }

    private let environment: Environment
    private let storage: any StorageManagerType
    /// By a hash of the secret, so that finding one takes as long as not finding one.
    private let held = Mutex<[Data: Held]>([:])

    init(environment: Environment, storage: any StorageManagerType) {
        self.environment = environment
        self.storage = storage
    }

    func grant(_ owner: StoredOperator, to holder: String) -> OperatorRight {
        let secret = environment.newSecret()
        let new = Held(person: owner.person, salt: owner.pin.salt, holder: holder, end: end)
        held.withLock { held in
            forgetEnded(&held)
            if held.count >= Self.most, let first = held.min(by: { $0.value.end < $1.value.end }) {
                held[first.key] = nil
            }
            held[Self.hash(secret)] = new
        }
        return right(secret, of: new.person)
    }

    /// The right with this secret, renewed. Throws `operator.rightEnded` if there is none, or another caller has it.
    func renew(_ secret: String, for holder: String) throws(Failure) -> OperatorRight {
        let (hash, end) = (Self.hash(secret), end)
        let found = held.withLock { held -> Held? in
            forgetEnded(&held)
            guard held[hash]?.holder == holder else { return nil }
            held[hash]?.end = end
            return held[hash]
        }
        guard let found else { throw .rightEnded }
        // Another process may have removed the operator.
        let isStanding = try storage.reading {
            try StoredOperator.all(in: $0).contains { $0.person.id == found.person.id && $0.pin.salt == found.salt }
        }
        guard isStanding else {
            held.withLock { $0[hash] = nil }
            throw .rightEnded
        }
        return right(secret, of: found.person)
    }

    /// Ends the right with this secret, if this caller has it.
    func end(_ secret: String, of holder: String) {
        let hash = Self.hash(secret)
        held.withLock { held in if held[hash]?.holder == holder { held[hash] = nil } }
    }

    private var end: Uptime { environment.uptime() + OperatorRight.span }

    private func right(_ secret: String, of person: TillOperator) -> OperatorRight {
        let span = TimeInterval(OperatorRight.span.components.seconds)
        return OperatorRight(
            secret: secret, person: person, expiresAt: environment.now().addingTimeInterval(span).asStored)
    }

    private func forgetEnded(_ held: inout [Data: Held]) {
        let now = environment.uptime()
        held = held.filter { $0.value.end > now }
    }

    private static func hash(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }
}

extension Failure {
    fileprivate static let rightEnded = Failure(
        OperatorFailure.rightEnded, Sentence("failure.operator.rightEnded"),
        remedy: Sentence("remedy.operator.rightEnded"), recovery: .askOperator)
}
