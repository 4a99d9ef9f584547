import Model
import Crypto
import Flow
import Foundation

/// The public half of a key that signs the journal's head (Ed25519, RFC 8032).
package struct JournalPublicKey: Hashable, Sendable {
    static let length = 32

    /// 32 bytes.
    let bytes: Data

    init?(bytes: Data) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    init(_ key: Curve25519.Signing.PublicKey) { bytes = key.rawRepresentation }

    /// The fingerprint: SHA-256 of the public key in 64 hexadecimal digits, as the journal records it.
    package var fingerprint: String { Hexadecimal.text(Data(SHA256.hash(data: bytes))) }

    /// Whether the signature of the message is by this key's private half.
    func signed(_ message: Data, _ signature: Data) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// Reads the file that `till journal key create` wrote beside the key.
    package init(file: String) throws(Failure) {
        let bytes = try JournalKeyFile.bytes(of: file, mark: JournalKeyFile.publicMark)
        guard let key = JournalPublicKey(bytes: bytes) else { throw .noKey(file, Sentence("detail.key.noPublicKey")) }
        self = key
    }
}
