import Flow
import Foundation

/// A journal head with the signature of the till's key, which nobody without the key can forge.
package struct SignedHead: Hashable, Sendable {
    /// The most entries that may follow the last synced head: the unsynced ones and one transaction.
    package static let mostBehind: Int64 = 200

    package let till: String
    package let life: String
    package let head: JournalHead
    /// The time of signing.
    package let at: Date
    package let publicKey: JournalPublicKey
    let signature: Data

    init(till: String, life: String, head: JournalHead, at: Date, publicKey: JournalPublicKey, signature: Data) {
        self.till = till
        self.life = life
        self.head = head
        self.at = at
        self.publicKey = publicKey
        self.signature = signature
    }

    /// Signs the head; nil unless the enrolment names this key.
    init?(_ head: JournalHead, _ enrolment: TillEnrolment?, _ key: JournalKey?, at: Date) {
        guard let key, let enrolment, enrolment.key == key.fingerprint else { return nil }
        let message = Self.message(enrolment.till, enrolment.life, head, at)
        guard let signature = key.signature(of: message) else { return nil }
        self.init(
            till: enrolment.till, life: enrolment.life, head: head, at: at.asStored, publicKey: key.publicKey,
            signature: signature)
    }

    /// The enrolment under which the head was signed.
    package var enrolment: TillEnrolment { TillEnrolment(till: till, life: life, key: publicKey.fingerprint) }

    /// Whether the signature is valid for this head and the named key.
    package var isGenuine: Bool { publicKey.signed(Self.message(till, life, head, at), signature) }

    /// The signed message: words without spaces in them, so that no two different heads give the same bytes.
    private static func message(_ till: String, _ life: String, _ head: JournalHead, _ at: Date) -> Data {
        Data((["till.journal.head.1"] + words(till, life, head, at)).joined(separator: " ").utf8)
    }

    private static func words(_ till: String, _ life: String, _ head: JournalHead, _ at: Date) -> [String] {
        [till, life, String(head.sequence), Hexadecimal.text(head.hash), String(at.milliseconds)]
    }

    // MARK: As words of a line

    static let wordCount = 7

    /// The text form: `TILL LIFE SEQUENCE HASH TIME PUBLICKEY SIGNATURE`.
    var words: [String] {
        Self.words(till, life, head, at) + [Hexadecimal.text(publicKey.bytes), Hexadecimal.text(signature)]
    }

    init?(words: [Substring]) {
        guard words.count == Self.wordCount, let sequence = Int64(words[2]), sequence >= 0,
            let hash = Hexadecimal.bytes(words[3]), hash.count == 32, let at = Int64(words[4]),
            let publicKey = Hexadecimal.bytes(words[5]).flatMap(JournalPublicKey.init(bytes:)),
            let signature = Hexadecimal.bytes(words[6])
        else { return nil }
        self.init(
            till: String(words[0]), life: String(words[1]), head: JournalHead(sequence: sequence, hash: hash),
            at: Date(milliseconds: at), publicKey: publicKey, signature: signature)
    }
}

extension StorageManager {
    /// The signed head in `till.head`; nil when there is none or it cannot be read.
    package func signedHead() throws(StorageError) -> SignedHead? {
        guard let directory, case .head(_, let signed) = try directory.head.read() else { return nil }
        return signed
    }
}
