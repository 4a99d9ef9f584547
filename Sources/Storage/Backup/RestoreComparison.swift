import Flow
import Foundation
import GRDB
import Model

/// Whether a backup may take the place of what a data directory holds: never when that knows a payment that the backup does
/// not know.
struct RestoreComparison {
    let present: PresentData
    let backup: StorageManager
    /// The data directory, for what is told.
    let path: String

    func check() throws(StorageError) {
        do {
            try backup.onReader { backup in
                switch present.database {
                case .none: try checkKnown(beyond: 0, in: backup)
                case .unreadable: try checkUnreadable(backup)
                case .readable(let queue): try queue.read { try check($0, against: backup) }
                }
            }
        } catch { throw StorageError(error) }
    }

    /// `till.head` is all that is left of the journal.
    private func checkUnreadable(_ backup: Database) throws {
        guard case .head = present.known else { throw StorageError.refused(.presentUnreadable(path)) }
        try checkKnown(beyond: 0, in: backup)
    }

    /// Throws if `till.head` knows an entry that the backup does not hold.
    ///
    /// - Parameter last: the last entry of the present journal.
    private func checkKnown(beyond last: Int64, in backup: Database) throws {
        guard case .head(let known, _) = present.known, known.sequence > last else { return }
        guard try !JournalLoss.knows(known, in: backup) else { return }
        let end = try Self.head(in: backup)
        throw StorageError.refused(.wouldForget([], entries: max(1, known.sequence - end.sequence)))
    }

    private func check(_ database: Database, against backup: Database) throws {
        // A till that was set up and took no payment has nothing to forget.
        let (ours, its) = (try Self.head(in: database), try Self.head(in: backup))
        guard try Self.hasTransactions(database) else { return try checkKnown(beyond: ours.sequence, in: backup) }
        let isContained = try JournalLoss.knows(ours, in: backup)
        let isNewer = try JournalLoss.knows(its, in: database)
        if isContained {
            guard !isNewer else { throw StorageError.refused(.nothingToRestore) }
            return try checkKnown(beyond: ours.sequence, in: backup)
        }
        if let here = try enrolment(in: database), let there = try enrolment(in: backup),
            JournalForgery(kept: here, found: there) == .anotherTill
        {
            throw StorageError.refused(.backupOfAnotherTill(here: here.till, there: there.till))
        }
        let common =
            isNewer ? its.sequence : try Self.lastCommon(database, backup, upTo: min(ours.sequence, its.sequence))
        throw StorageError.refused(
            .wouldForget(try Self.payments(after: common, in: database), entries: ours.sequence - common))
    }

    /// Whether there is an entry about a transaction or an end of day, or an archive that has some.
    private static func hasTransactions(_ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM payments) OR EXISTS (SELECT 1 FROM journal
                    WHERE payment IS NOT NULL OR kind NOT IN (?, ?, ?))
                """,
            arguments: [TillEnrolment.kind, JournalAcceptance.kind, JournalRestoration.kind]) != false
    }

    /// The last entry itself, not what the database keeps of it: the present database may be damaged.
    private static func head(in database: Database) throws -> JournalHead {
        let wanted = "SELECT sequence, CAST(hash AS BLOB) FROM journal ORDER BY sequence DESC LIMIT 1"
        guard let row = try Row.fetchOne(database, sql: wanted) else { return .empty }
        return JournalHead(sequence: try row.decode(atIndex: 0), hash: try row.decode(atIndex: 1))
    }

    private func enrolment(in database: Database) throws -> TillEnrolment? {
        try Session(database: database, now: backup.now).enrolment()?.enrolment
    }

    /// The number of the last entry that both journals have. Equal hashes stand for equal entries before them.
    private static func lastCommon(_ one: Database, _ other: Database, upTo last: Int64) throws -> Int64 {
        let wanted = "SELECT CAST(hash AS BLOB) FROM journal WHERE sequence = ?"
        var (low, high) = (Int64(0), last)
        while low < high {
            let middle = low + (high - low + 1) / 2
            let hashes = try [one, other].map { try Data.fetchOne($0, sql: wanted, arguments: [middle]) }
            if hashes[0] != nil, hashes[0] == hashes[1] { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private static func payments(after sequence: Int64, in database: Database) throws -> [PaymentID] {
        try String.fetchAll(
            database,
            sql: """
                SELECT payment FROM journal WHERE sequence > ? AND payment IS NOT NULL
                GROUP BY payment ORDER BY min(sequence)
                """, arguments: [sequence]
        ).map(PaymentID.init(rawValue:))
    }
}
