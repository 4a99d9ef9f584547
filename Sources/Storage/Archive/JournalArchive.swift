import Foundation
import GRDB

/// An archive file that holds the beginning of the journal, as the journal describes it.
package struct JournalArchive: Hashable, Codable, Sendable {
    /// The archive's number, counted from 1 in the order of creation.
    package let number: Int
    /// The file's name in the data directory, or its whole path when it is elsewhere.
    package let file: String
    /// The number of the first entry, and below that of the last.
    package let first: Int64
    package let through: Int64
    /// The hash of the last entry, which the journal continues; 64 hexadecimal digits.
    package let hash: String
    /// SHA-256 of the file; 64 hexadecimal digits.
    package let sha256: String
    /// The number of transactions in the archive.
    package let payments: Int
    /// SHA-256 over what the till's tables keep of these transactions: their rows, and which orders they paid.
    package let kept: String
    /// The requested limit: entries of this time and later stayed.
    package let before: Date

    /// The last entry in the archive, which the journal continues.
    package var head: JournalHead? {
        Hexadecimal.bytes(hash).map { JournalHead(sequence: through, hash: $0) }
    }
}

/// Journal kind `journal.archived`: the entries up to `archive.through` have moved from the journal into the file.
package struct ArchivedEntries: Hashable, Codable, Sendable {
    package static let kind = "journal.archived"

    package let archive: JournalArchive
    /// All earlier archives, oldest first, because the entries that told of them may be archived themselves.
    package let earlier: [JournalArchive]
    /// The operator who was signed in.
    package let by: String?
    /// Whether payments of terminals whose day Till has not ended were moved too.
    package let withOpenDays: Bool?
}

/// The label inside an archive, stored as a setting.
package struct ArchiveLabel: Hashable, Codable, Sendable {
    /// The setting that holds the label. A till's database never has it.
    static let setting = "journal.archive"

    package let number: Int
    package let first: Int64
    package let through: Int64
    package let payments: Int
    package let madeAt: Date
    /// The signature of the till's key over the last entry, in text form (`SignedHead`); nil when heads are not signed.
    let signature: String?

    /// The signed last entry; nil when it is not signed or cannot be parsed.
    package var signed: SignedHead? { signature.flatMap { SignedHead(words: $0.split(separator: " ")) } }
}

/// The place where a journal begins: behind an entry that is in an archive.
package struct JournalStart: Hashable, Sendable {
    /// The last archived entry; number 0 when nothing was archived.
    package let head: JournalHead
    /// The enrolment in force at that entry.
    let enrolment: TillEnrolment?

    static let empty = JournalStart(head: .empty, enrolment: nil)
}

extension StorageReader {
    /// All archives that the journal continues, oldest first.
    package func archives() throws(StorageError) -> [JournalArchive] {
        guard let entry = try journalEntries(kind: ArchivedEntries.kind, limit: 1).first else { return [] }
        let fact = try entry.decoded(as: ArchivedEntries.self)
        return fact.earlier + [fact.archive]
    }

    /// The label of this storage if it is an archive; nil if it is a till's.
    package func archiveLabel() throws(StorageError) -> ArchiveLabel? {
        try setting(ArchiveLabel.setting, as: ArchiveLabel.self)
    }

    /// The verdict when no entry explains why the journal begins where it does; nil when one does.
    func untoldStart(_ start: JournalStart) throws(StorageError) -> JournalVerdict? {
        guard start.head.sequence > 0, try archiveLabel() == nil, try archives().last?.head != start.head else {
            return nil
        }
        return .broken(
            sequence: start.head.sequence,
            why:
                "it begins after entry \(start.head.sequence), and does not tell that the entries before were archived",
            .removed)
    }
}

extension Session {
    /// The most entries of a journal; larger numbers are damage, and would overflow.
    private static let mostEntries: Int64 = 1 << 60

    func journalStart() throws(StorageError) -> JournalStart {
        let wanted = "SELECT rowid AS row_id, sequence, hash, enrolment FROM journal_start"
        guard let row = try row(of: "journal_start", wanted) else {
            throw .corrupt(reason: "the journal has lost its beginning")
        }
        let sequence = try row.number("sequence")
        guard 0...Self.mostEntries ~= sequence else { throw row.foreign("sequence", "the number of an entry") }
        return JournalStart(
            head: JournalHead(sequence: sequence, hash: try row.bytes("hash")),
            enrolment: try row.optionalJSON("enrolment", as: TillEnrolment.self))
    }
}
