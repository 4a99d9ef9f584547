import Foundation
import GRDB

/// A file into which the beginning of the journal was moved, as the journal names it.
package struct JournalArchive: Hashable, Codable, Sendable {
    /// From 1, in the order in which they were made.
    package let number: Int
    /// The name of the file in the data directory, or its whole path where it is elsewhere.
    package let file: String
    /// The numbers of its first and its last entry.
    package let first: Int64
    package let through: Int64
    /// The hash of its last entry, which the journal continues, 64 hexadecimal digits.
    package let hash: String
    /// SHA-256 of the file, 64 hexadecimal digits.
    package let sha256: String
    /// How many transactions are in it.
    package let payments: Int
    /// SHA-256 of what stays in the tables of these transactions: their rows, and which orders they paid.
    package let kept: String
    /// Entries of that time and later were not to be moved.
    package let before: Date

    /// The last entry, as the journal continues it.
    package var head: JournalHead? {
        Hexadecimal.bytes(hash).map { JournalHead(sequence: through, hash: $0) }
    }
}

/// Journal kind `journal.archived`: the entries up to `archive.through` are in that file now, and not in the journal.
package struct ArchivedEntries: Hashable, Codable, Sendable {
    package static let kind = "journal.archived"

    package let archive: JournalArchive
    /// All archives before it, oldest first: the facts that told of them may be archived themselves.
    package let earlier: [JournalArchive]
    /// Who was signed in.
    package let by: String?
    /// Whether payments were moved whose terminal's day Till has not ended.
    package let withOpenDays: Bool?
}

/// What an archive says of itself: a setting in it.
package struct ArchiveLabel: Hashable, Codable, Sendable {
    /// The setting that holds it. No till has it.
    static let setting = "journal.archive"

    package let number: Int
    package let first: Int64
    package let through: Int64
    package let payments: Int
    package let madeAt: Date
    /// The signature of the till's key over the last entry, as words (`SignedHead`); nil where nothing is signed.
    let signature: String?

    /// The signed last entry; nil where nothing was signed or the words cannot be read.
    package var signed: SignedHead? { signature.flatMap { SignedHead(words: $0.split(separator: " ")) } }
}

/// Where a journal begins: after an entry that is in an archive.
package struct JournalStart: Hashable, Sendable {
    /// The entry before the first one; number 0 where nothing was archived.
    package let head: JournalHead
    /// The enrolment in force there.
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

    /// What this storage says of itself where it is an archive; nil where it is a till's.
    package func archiveLabel() throws(StorageError) -> ArchiveLabel? {
        try setting(ArchiveLabel.setting, as: ArchiveLabel.self)
    }

    /// Why the journal begins where it does is not told by its entries; nil where it is.
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
    /// More than any till writes, and so little that counting on from there never overflows.
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
