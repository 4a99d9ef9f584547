import Foundation
import GRDB
import Model

/// Copies of a whole database.
enum DatabaseCopy {
    /// Copies the database into a new file of its owner's (0600), by SQLite's backup interface, and syncs the copy. What is
    /// copied is the state that the caller's transaction reads. No writer waits for it.
    static func make(_ file: String, of source: Database) throws {
        let handle = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw FileRefusal.of(file) }
        defer { close(handle) }
        let copy = try DatabaseQueue(path: file)
        defer { try? copy.close() }
        try copy.writeWithoutTransaction { try source.backup(to: $0) }
        try copy.close()
        guard fsync(handle) == 0 else { throw FileRefusal.of(file) }
    }
}

extension StorageManager {
    /// Throws `.corrupt` unless every page, the tables and triggers, and the whole journal of this copy are sound. Returns the
    /// last entry of the journal.
    func checkCopy() throws(StorageError) -> JournalHead {
        try checkIntegrity()
        do {
            if let finding = try onReader({ try SchemaComparison.findings(in: $0).first }) {
                throw StorageError.corrupt(reason: finding.sentence)
            }
        } catch { throw StorageError(error) }
        let (verdict, head, label) = try read {
            (try $0.verifyJournal(), try $0.journalHead(), try $0.archiveLabel())
        }
        guard label == nil else { throw .corrupt(reason: Sentence("detail.backup.isArchive")) }
        switch verdict {
        case .intact(head.sequence, head.hash): return head
        case .intact: throw .corrupt(reason: Sentence("detail.backup.otherEnd"))
        case .broken(_, let why, _): throw .corrupt(reason: why)
        }
    }
}
