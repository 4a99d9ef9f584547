import Model
import Crypto
import Flow
import Foundation

/// A private key that signs the journal's head. Its file may belong to another user than the till's.
package struct JournalKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    package let publicKey: JournalPublicKey
    package var fingerprint: String { publicKey.fingerprint }

    init?(bytes: Data) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.key = key
        publicKey = JournalPublicKey(key.publicKey)
    }

    /// Creates a new key.
    package init() {
        key = Curve25519.Signing.PrivateKey()
        publicKey = JournalPublicKey(key.publicKey)
    }

    /// Reads a key file. A file that others may read or any group may write is refused, since the key can forge heads.
    package init(file: String) throws(Failure) {
        let bytes = try JournalKeyFile.bytes(of: file, mark: JournalKeyFile.mark) { node throws(Failure) in
            guard node.st_mode & 0o027 == 0 else {
                throw .noKey(file, Sentence("detail.key.othersRead", ["file": file]))
            }
        }
        guard let key = JournalKey(bytes: bytes) else { throw .noKey(file, Sentence("detail.key.noKey")) }
        self = key
    }

    /// Writes the key into a new file for its owner only, and the public key beside it as `FILE.pub` for everybody.
    package func write(to file: String) throws(Failure) {
        try JournalKeyFile.make(file, JournalKeyFile.mark, key.rawRepresentation, mode: 0o600)
        do throws(Failure) {
            try JournalKeyFile.make(file + ".pub", JournalKeyFile.publicMark, publicKey.bytes, mode: 0o644)
        } catch {
            unlink(file)
            throw error
        }
    }

    func signature(of message: Data) -> Data? { try? key.signature(for: message) }
}
