import Crypto
import Foundation
import GRDB

/// The rows that belong to an archive's entries: their selection, and a digest for comparing them in two places.
enum ArchiveRows: String, CaseIterable {
    case payments
    case paidOrders = "paid_orders"
    case receipts
    case printJobs = "print_jobs"

    /// A temporary table with the ids of the archived transactions.
    static let moved = "archive_payments"
    /// A temporary table with the ids of archived ends of day that have receipts.
    static let days = "archive_days"

    /// The columns of the digest. `archive` is left out, because it tells where a row is and not what it says.
    var columns: String {
        switch self {
        case .payments:
            "id, idempotency_key, fingerprint, site, order_id, amount_minor, currency, tip_minor, terminal_address, "
                + "terminal_id, watermark, stage, result, outcome, outcome_kind, language, created_at, updated_at, kind, "
                + "original"
        case .paidOrders: "site, order_id, payment, paid_at"
        case .receipts: "id, payment, order_number, copy, document, created_at, withdrawn_at"
        case .printJobs:
            "id, receipt, copy, duplicate, printer, state, failure_code, failure_sentence, created_at, started_at, "
                + "finished_at"
        }
    }

    private var key: String {
        switch self {
        case .payments, .receipts, .printJobs: "id"
        case .paidOrders: "payment"
        }
    }

    /// The SQL condition for the rows of the archive.
    ///
    /// - Parameter schema: the database that holds the table.
    func condition(_ schema: String) -> String {
        let owners = "payment IN (SELECT id FROM \(Self.moved)) OR payment IN (SELECT id FROM \(Self.days))"
        return switch self {
        case .payments: "id IN (SELECT id FROM \(Self.moved))"
        case .paidOrders: "payment IN (SELECT id FROM \(Self.moved))"
        case .receipts: owners
        case .printJobs: "receipt IN (SELECT id FROM \(schema).receipts WHERE \(owners))"
        }
    }

    /// Fills the temporary tables with the contents of the archive.
    static func note(through sequence: Int64, daysWithReceipts: [String], _ schema: String, in database: Database)
        throws
    {
        for table in [moved, days] {
            try database.execute(
                sql: """
                    DROP TABLE IF EXISTS temp.\(table);
                    CREATE TEMP TABLE \(table) (id TEXT PRIMARY KEY NOT NULL) STRICT
                    """)
        }
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO temp.\(moved) SELECT payment FROM \(schema).journal
                WHERE \(JournalIndex.isIntent) AND \(JournalIndex.isIndexedKind) AND sequence <= ? AND payment IS NOT NULL
                """, arguments: [sequence])
        for day in daysWithReceipts {
            try database.execute(sql: "INSERT OR IGNORE INTO temp.\(days) VALUES (?)", arguments: [day])
        }
    }

    /// SHA-256 over every value of these rows with its type and length, in the order of their keys.
    static func digest(
        _ tables: [ArchiveRows], where condition: (ArchiveRows) -> String, _ schema: String = "main",
        in database: Database
    ) throws -> String {
        var hash = SHA256()
        for table in tables {
            hash.update(data: Data("\(table.rawValue)\n".utf8))
            let cursor = try Row.fetchCursor(
                database,
                sql: """
                    SELECT \(table.columns) FROM \(schema).\(table.rawValue) WHERE \(condition(table))
                    ORDER BY \(table.key)
                    """)
            while let row = try cursor.next() { try add(row, to: &hash) }
        }
        return Hexadecimal.text(Data(hash.finalize()))
    }

    private static func add(_ row: Row, to hash: inout SHA256) throws {
        for place in 0..<row.count {
            let bytes: Data
            let tag: Character
            switch try row.decode(DatabaseValue.self, atIndex: place).storage {
            case .null: (tag, bytes) = ("n", Data())
            case .int64(let number): (tag, bytes) = ("i", Data(String(number).utf8))
            case .double(let number): (tag, bytes) = ("d", Data(String(number).utf8))
            case .string(let text): (tag, bytes) = ("t", Data(text.utf8))
            case .blob(let blob): (tag, bytes) = ("b", blob)
            }
            hash.update(data: Data("\(tag)\(bytes.count):".utf8))
            hash.update(data: bytes)
        }
    }
}

extension Session {
    /// SHA-256 over what the tables keep of an archive's transactions: their rows, and which orders they paid.
    func keptRows(ofArchive number: Int) throws(StorageError) -> String {
        try attempt {
            try ArchiveRows.digest(
                [.payments, .paidOrders],
                where: { table in
                    table == .payments
                        ? "archive = \(number)" : "payment IN (SELECT id FROM payments WHERE archive = \(number))"
                }, in: database)
        }
    }
}
