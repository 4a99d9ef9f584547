import Flow
import Foundation

/// Journal kind `till.enrolled`: which till writes the journal from here on, and with which key its head is signed. It is the
/// first fact of a new journal, and the next one of a journal from before there were such facts, of one whose key changes,
/// and of one that lost entries and was accepted without them.
package struct TillEnrolment: Hashable, Codable, Sendable {
    package static let kind = "till.enrolled"
    /// The setting that keeps the till's id.
    static let setting = "till.id"
    /// From an enrolment of this number on, the hash of each entry names the till and the life.
    static let namingChain = 2

    /// The till's own id, by chance, the same for as long as its data directory lives.
    package let till: String
    /// Another one for each journal that begins anew.
    package let life: String
    /// How the entries from this one on are hashed; nil: as those before there were enrolments.
    package let chain: Int?
    /// The fingerprint of the key that signs the head from here on; nil: nothing is signed.
    package let key: String?

    package init(till: String, life: String, chain: Int? = 2, key: String? = nil) {
        self.till = till
        self.life = life
        self.chain = chain
        self.key = key
    }

    /// Whether the hashes from this entry on name the till.
    var isInHashes: Bool { chain == Self.namingChain }

    private static let kindBytes = Data(kind.utf8)

    /// The enrolment that holds for an entry of that kind which follows entries under `former`.
    static func inForce(after former: TillEnrolment?, kind: Data, payload: Data) -> TillEnrolment? {
        guard kind == kindBytes else { return former }
        return try? StoredJSON.value(TillEnrolment.self, from: payload)
    }
}

extension StorageManager {
    /// Writes who the till is and with which key it signs, unless the journal says so already.
    package func enrol(_ environment: Environment) throws(StorageError) {
        guard try !read({ try $0.isEnrolled(signing: key?.fingerprint) }) else { return }
        try write {
            if try !$0.isEnrolled(signing: key?.fingerprint) { try $0.enrol(environment, signing: key?.fingerprint) }
        }
    }
}

extension StorageManager {
    /// Whether what is written now is signed with the key that the journal names, or with none where it names none.
    package var signsAsItNames: Bool {
        get throws(StorageError) {
            let named = try read { try $0.enrolment()?.enrolment }
            return named == nil || named?.key == key?.fingerprint
        }
    }

    /// Closes it and opens the same data to look at only: what a process without the key writes ends the signature.
    package func reopenedToRead(_ environment: Environment) throws(StorageError) -> StorageManager {
        guard let directory else { return self }
        try close()
        return try StorageManager(readingOnly: directory.path, environment: environment)
    }
}

extension StorageReader {
    /// The last enrolment and its number; nil in a journal that has none.
    package func enrolment() throws(StorageError) -> (sequence: Int64, enrolment: TillEnrolment)? {
        guard let entry = try journalEntries(kind: TillEnrolment.kind, limit: 1).first else { return nil }
        return (entry.sequence, try entry.decoded(as: TillEnrolment.self))
    }

    /// The till's id as the settings keep it; nil before its first enrolment.
    package func tillID() throws(StorageError) -> String? { try setting(TillEnrolment.setting, as: String.self) }

    fileprivate func isEnrolled(signing key: String?) throws(StorageError) -> Bool {
        guard let known = try enrolment()?.enrolment else { return false }
        return known.isInHashes && known.key == key
    }
}

extension StorageTransaction {
    /// Names the till in the journal. A till that was named there before keeps its id and its life.
    func enrol(
        _ environment: Environment, signing key: String?, beginsAnew: Bool = false
    ) throws(StorageError) {
        let known = try setting(TillEnrolment.setting, as: String.self)
        let till = known ?? environment.newID("till")
        if known == nil { try setSetting(TillEnrolment.setting, to: till) }
        let former = try enrolment()?.enrolment
        let life = former.flatMap { $0.till == till && !beginsAnew ? $0.life : nil } ?? environment.newID("life")
        try append(
            kind: TillEnrolment.kind, payment: nil, encoding: TillEnrolment(till: till, life: life, key: key))
    }
}
