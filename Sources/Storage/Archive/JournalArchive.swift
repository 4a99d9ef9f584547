import Model
import Foundation

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
            why: Sentence("detail.journal.beginsLate", ["entry": start.head.sequence]),
            .removed)
    }
}

extension Session {
    /// The most entries of a journal; larger numbers are damage, and would overflow.
    private static let mostEntries: Int64 = 1 << 60

    func journalStart() throws(StorageError) -> JournalStart {
        let wanted = "SELECT rowid AS row_id, sequence, hash, enrolment FROM journal_start"
        guard let row = try row(of: "journal_start", wanted) else {
            throw .corrupt(reason: Sentence("detail.journal.noBeginning"))
        }
        let sequence = try row.number("sequence")
        guard 0...Self.mostEntries ~= sequence else { throw row.foreign("sequence", Sentence("detail.value.entry")) }
        return JournalStart(
            head: JournalHead(sequence: sequence, hash: try row.bytes("hash")),
            enrolment: try row.optionalJSON("enrolment", as: TillEnrolment.self))
    }
}
