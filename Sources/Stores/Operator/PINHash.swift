import CryptoExtras
import Failures
import Flow
import Foundation
import Model

/// A PIN as the till keeps it: a key that scrypt (RFC 7914) derives from it, and how it was derived.
struct PINHash: Hashable, Codable, Sendable {
    /// What a derivation costs.
    struct Cost: Hashable, Codable, Sendable {
        /// N, a power of 2.
        var rounds: Int
        /// r.
        var blockSize: Int
        /// p.
        var parallelism: Int

        /// 32 MiB, and about a tenth of a second on a small machine. A PIN has few digits: this slows down a thief of the
        /// disk, and the lock-out stops a person at the till.
        static let usual = Cost(rounds: 1 << 15, blockSize: 8, parallelism: 1)
    }

    let cost: Cost
    let salt: Data
    private let key: Data

    private static let keyLength = 32

    /// Takes its time, and memory, as `cost` says.
    init(_ pin: OperatorPIN, _ cost: Cost, _ environment: Environment) throws(Failure) {
        let salt = environment.randomBytes()
        self.init(cost: cost, salt: salt, key: try Self.key(of: pin, cost, salt))
    }

    private init(cost: Cost, salt: Data, key: Data) { (self.cost, self.salt, self.key) = (cost, salt, key) }

    /// A hash that no PIN matches. To compare a PIN with it takes as long as with any other.
    static func ofNobody(_ cost: Cost, _ environment: Environment) -> PINHash {
        PINHash(cost: cost, salt: environment.randomBytes(), key: environment.randomBytes())
    }

    /// Whether it was derived from this PIN. The time that this takes does not depend on the PIN.
    func matches(_ pin: OperatorPIN) throws(Failure) -> Bool {
        let other = try Self.key(of: pin, cost, salt)
        guard other.count == key.count else { return false }
        return zip(other, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func key(of pin: OperatorPIN, _ cost: Cost, _ salt: Data) throws(Failure) -> Data {
        do {
            return try KDF.Scrypt.deriveKey(
                from: Data(pin.text.utf8), salt: salt, outputByteCount: keyLength, rounds: cost.rounds,
                blockSize: cost.blockSize, parallelism: cost.parallelism
            ).withUnsafeBytes { Data($0) }
        } catch { throw .noPINHash("\(error)") }
    }
}

extension Failure {
    /// The memory that scrypt needs was not there.
    fileprivate static func noPINHash(_ reason: String) -> Failure {
        Failure(
            OperatorFailure.noHash, Sentence("failure.operator.noHash"), recovery: .retry,
            causes: [Sentence(stored: reason)])
    }
}
