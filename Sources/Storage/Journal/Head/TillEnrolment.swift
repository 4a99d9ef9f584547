import Flow
import Foundation

/// Journal kind `till.enrolled`: from here on this till writes the journal, and its head is signed with this key. It is the
/// first entry of a new journal. A later one follows when the key changes, when a journal with lost entries was accepted, or
/// when the journal is from a release without enrolments.
package struct TillEnrolment: Hashable, Codable, Sendable {
    package static let kind = "till.enrolled"
    /// The setting that stores the till's id.
    static let setting = "till.id"
    /// The value of `chain` from which hashes include the till and the life.
    static let namingChain = 2

    /// The till's random id, constant as long as its data directory exists.
    package let till: String
    /// A random id for each journal that begins anew.
    package let life: String
    /// How entries are hashed from here on; nil for the first encoding.
    package let chain: Int?
    /// The fingerprint of the signing key; nil when heads are not signed.
    package let key: String?

    package init(till: String, life: String, chain: Int? = 2, key: String? = nil) {
        self.till = till
        self.life = life
        self.chain = chain
        self.key = key
    }

    /// Whether hashes from this entry on include the till.
    var isInHashes: Bool { chain == Self.namingChain }

    private static let kindBytes = Data(kind.utf8)

    /// The enrolment in force at an entry that follows entries under `former`.
    package static func inForce(after former: TillEnrolment?, kind: Data, payload: Data) -> TillEnrolment? {
        guard kind == kindBytes else { return former }
        return try? StoredJSON.value(TillEnrolment.self, from: payload)
    }
}

extension StorageManager {
    /// Appends an enrolment unless the journal already names this till and key.
    package func enrol(_ environment: Environment) throws(StorageError) {
        guard try !read({ try $0.isEnrolled(signing: key?.fingerprint) }) else { return }
        try write {
            if try !$0.isEnrolled(signing: key?.fingerprint) { try $0.enrol(environment, signing: key?.fingerprint) }
        }
    }
}

extension StorageManager {
    /// Whether this process signs with the key that the journal names, or not at all if it names none.
    package var signsAsItNames: Bool {
        get throws(StorageError) {
            let named = try read { try $0.enrolment()?.enrolment }
            return named == nil || named?.key == key?.fingerprint
        }
    }

    /// Closes this storage and opens its data read-only: writing without the key would end the signatures.
    package func reopenedToRead(_ environment: Environment) throws(StorageError) -> StorageManager {
        guard let directory else { return self }
        try close()
        return try StorageManager(readingOnly: directory.path, environment: environment)
    }
}

extension StorageReader {
    /// The newest enrolment and its number; nil in a journal without one.
    package func enrolment() throws(StorageError) -> (sequence: Int64, enrolment: TillEnrolment)? {
        guard let entry = try journalEntries(kind: TillEnrolment.kind, limit: 1).first else { return nil }
        return (entry.sequence, try entry.decoded(as: TillEnrolment.self))
    }

    /// The till's stored id; nil before its first enrolment.
    package func tillID() throws(StorageError) -> String? { try setting(TillEnrolment.setting, as: String.self) }

    fileprivate func isEnrolled(signing key: String?) throws(StorageError) -> Bool {
        guard let known = try enrolment()?.enrolment else { return false }
        return known.isInHashes && known.key == key
    }
}

extension StorageTransaction {
    /// Enrols the till. A till that is already enrolled keeps its id and its life.
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
