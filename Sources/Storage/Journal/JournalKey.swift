import Crypto
import Failures
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

    fileprivate init(_ key: Curve25519.Signing.PublicKey) { bytes = key.rawRepresentation }

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
        guard let key = JournalPublicKey(bytes: bytes) else { throw .noKey(file, "it does not hold a public key") }
        self = key
    }
}

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
                throw .noKey(file, "others can use it; run chmod 600 \(file), or 640 where a group is to read it")
            }
        }
        guard let key = JournalKey(bytes: bytes) else { throw .noKey(file, "it does not hold a key") }
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

/// The format of a key file: one line with a word for its kind, and the key in Base64.
private enum JournalKeyFile {
    static let mark = "till-journal-key-1"
    static let publicMark = "till-journal-public-key-1"
    private static let longest = 4096

    /// - Parameter check: throws to refuse the file by its owner and mode, before it is read.
    static func bytes(
        of file: String, mark: String, _ check: (stat) throws(Failure) -> Void = { _ in }
    ) throws(Failure) -> Data {
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .noKey(file, String(cString: strerror(errno)).lowercased()) }
        defer { close(descriptor) }
        guard let node = RegularFile.state(of: descriptor) else { throw .noKey(file, "it is no file") }
        try check(node)
        var buffer = [UInt8](repeating: 0, count: longest)
        let count = read(descriptor, &buffer, longest)
        guard count >= 0 else { throw .noKey(file, String(cString: strerror(errno)).lowercased()) }
        let words = String(decoding: buffer[..<count], as: UTF8.self).split { $0 == " " || $0.isNewline }
        guard words.count == 2, words[0] == mark, let bytes = Data(base64Encoded: String(words[1])) else {
            throw .noKey(file, "it is no file of \(mark)")
        }
        return bytes
    }

    static func make(_ file: String, _ mark: String, _ bytes: Data, mode: mode_t) throws(Failure) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .noKey(file, String(cString: strerror(errno)).lowercased()) }
        defer { close(descriptor) }
        let text = Array("\(mark) \(bytes.base64EncodedString())\n".utf8)
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            let reason = String(cString: strerror(errno)).lowercased()
            unlink(file)
            throw .noKey(file, reason)
        }
    }
}

extension Failure {
    fileprivate static func noKey(_ file: String, _ reason: String) -> Failure {
        Failure(
            JournalFailure.key, "The key file \(file) cannot be used: \(reason).",
            remedy: "correct it, or make one: till journal key create FILE (docs/configuration.md)",
            recovery: .askOperator)
    }
}
