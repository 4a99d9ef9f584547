import Model
import Flow
import Foundation
import GRDB

/// Copies the beginning of the journal, with all rows that belong to it, into a database of its own.
///
/// The archive has the tables of a till, so everything that reads a till's data can read it. It is one file without a log.
struct ArchiveWriter {
    /// The till's database.
    let source: String
    let file: String
    let extent: ArchiveExtent
    let number: Int
    let key: JournalKey?
    let environment: Environment

    func write() throws(StorageError) -> ArchiveDraft {
        let unfinished = ArchiveDraft.unfinished(file)
        ArchiveDraft.discard(file)
        do {
            let handle = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard handle >= 0 else { throw FileRefusal.of(file) }
            defer { close(handle) }
            environment.reached("archive.begun")
            let draft = try fill(unfinished)
            environment.reached("archive.filled")
            guard fsync(handle) == 0 else { throw FileRefusal.of(file) }
            try FileRefusal.syncDirectory(of: file)
            environment.reached("archive.synced")
            return draft
        } catch {
            ArchiveDraft.discard(file)
            throw StorageError(error)
        }
    }

    private func fill(_ unfinished: String) throws -> ArchiveDraft {
        let queue = try DatabaseQueue(path: unfinished)
        defer { try? queue.close() }
        try Schema.migrator.migrate(queue)
        let draft = try queue.writeWithoutTransaction { database in
            try database.execute(sql: "ATTACH ? AS till", arguments: [DatabaseAtRest.name(of: source, "mode=ro")])
            try ArchiveRows.note(
                through: extent.through, daysWithReceipts: extent.days, "till", in: database)
            var draft: ArchiveDraft?
            try database.inTransaction {
                draft = try copy(in: database)
                return .commit
            }
            try database.execute(sql: "DETACH till")
            return draft
        }
        try queue.close()
        guard let draft else { throw StorageError.system(code: -1, message: Sentence("detail.archive.noEnd")) }
        return draft
    }

    /// Creates the triggers last: they are rules for a till at work, not for this copy.
    private func copy(in database: Database) throws -> ArchiveDraft {
        let triggers = try Row.fetchAll(
            database, sql: "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'")
        for trigger in triggers {
            try database.execute(sql: "DROP TRIGGER \(try trigger.decode(String.self, atIndex: 0))")
        }
        let (start, head, enrolment) = try bounds(in: database)
        try copyRows(from: start, in: database)
        for table in ["journal_start", "journal_head"] { try database.execute(sql: "DELETE FROM main.\(table)") }
        try database.execute(
            sql: "INSERT INTO main.journal_start VALUES (1, ?, ?, ?)",
            arguments: [start.head.sequence, start.head.hash, try start.enrolment.map(StoredJSON.text)])
        try database.execute(
            sql: "INSERT INTO main.journal_head VALUES (1, ?, ?)", arguments: [head.sequence, head.hash])
        let label = ArchiveLabel(
            number: number, first: start.head.sequence + 1, through: head.sequence,
            payments: try Int.fetchOne(database, sql: "SELECT count(*) FROM temp.\(ArchiveRows.moved)") ?? 0,
            madeAt: environment.now().asStored,
            signature: SignedHead(head, enrolment, key, at: environment.now())?.words.joined(separator: " "))
        try Session(database: database, now: environment.now).setSetting(ArchiveLabel.setting, to: label)
        for trigger in triggers { try database.execute(sql: try trigger.decode(String.self, atIndex: 1)) }
        return ArchiveDraft(
            file: file, extent: extent, label: label, head: head, start: start,
            rows: try ArchiveRows.digest(ArchiveRows.allCases, where: { $0.condition("till") }, "till", in: database),
            kept: try ArchiveRows.digest(
                [.payments, .paidOrders], where: { $0.condition("till") }, "till", in: database))
    }

    /// The first and the last entry of the archive, and the enrolment in force at its end.
    private func bounds(in database: Database) throws -> (JournalStart, JournalHead, TillEnrolment?) {
        let start = try Row.fetchOne(database, sql: "SELECT sequence, hash, enrolment FROM till.journal_start")
        let last = try Row.fetchOne(
            database, sql: "SELECT sequence, hash FROM till.journal WHERE sequence = ?", arguments: [extent.through])
        guard let start, let last else { throw StorageError.missing(.entry, id: "\(extent.through)") }
        let enrolment = try start.decode(String?.self, atIndex: 2).map {
            try StoredJSON.value(TillEnrolment.self, from: $0)
        }
        let newest = try Data.fetchOne(
            database,
            sql: """
                SELECT payload FROM till.journal WHERE kind = '\(TillEnrolment.kind)' AND \(JournalIndex.isIndexedKind)
                    AND sequence <= ? ORDER BY sequence DESC LIMIT 1
                """, arguments: [extent.through])
        return (
            JournalStart(
                head: JournalHead(
                    sequence: try start.decode(Int64.self, atIndex: 0), hash: try start.decode(Data.self, atIndex: 1)),
                enrolment: enrolment),
            JournalHead(
                sequence: try last.decode(Int64.self, atIndex: 0), hash: try last.decode(Data.self, atIndex: 1)),
            try newest.map { try StoredJSON.value(TillEnrolment.self, from: $0) } ?? enrolment
        )
    }

    private func copyRows(from start: JournalStart, in database: Database) throws {
        let entry = "sequence, at, payment, kind, payload, previous_hash, hash"
        try database.execute(
            sql:
                "INSERT INTO main.journal (\(entry)) SELECT \(entry) FROM till.journal WHERE sequence <= ? ORDER BY sequence",
            arguments: [extent.through])
        let columns = ArchiveRows.payments.columns
        // The original of a refund may be in an earlier archive, as its row says in both databases.
        try database.execute(
            sql: """
                INSERT INTO main.payments (\(columns), archive) SELECT \(columns), archive FROM till.payments
                WHERE \(ArchiveRows.payments.condition("till")) OR archive IS NOT NULL AND id IN (
                    SELECT original FROM till.payments WHERE \(ArchiveRows.payments.condition("till")))
                ORDER BY rowid
                """)
        for table in [ArchiveRows.paidOrders, .receipts, .printJobs] {
            try database.execute(
                sql: """
                    INSERT INTO main.\(table.rawValue) (\(table.columns)) SELECT \(table.columns)
                    FROM till.\(table.rawValue) WHERE \(table.condition("till")) ORDER BY rowid
                    """)
        }
        try database.execute(
            sql: "INSERT INTO main.settings (key, value) SELECT key, value FROM till.settings WHERE key = ?",
            arguments: [TillEnrolment.setting])
    }
}
