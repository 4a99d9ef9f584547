import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// Columns with values that Till never writes, as after an edit with sqlite3 or on a damaged disk. None may end the
/// process.
@Suite struct ForeignValueTests {
    /// Text, bytes, a fraction, the largest and smallest numbers of SQLite, and nothing.
    private static let values = [
        "'foreign'", "x'00FF10'", "3.25", "9223372036854775807", "-9223372036854775808", "NULL", "''", "'{'",
    ]

    @Test func everyPromiseIsTried() throws {
        let tried = Set(EveryMethod.reads.map(\.name) + EveryMethod.writes.map(\.name))
        #expect(try EveryMethod.promised().subtracting(tried) == [], "add it to EveryMethod")
    }

    @Test func whatIsSoundIsRead() throws {
        try filled().read { database in
            for read in EveryMethod.reads { try read.ask(Session(database: database, now: { Sample.time })) }
        }
    }

    /// If a value ended the process, this test would fail.
    @Test func noForeignValueEndsTheProcess() throws {
        let queue = try filled(loosely: true)
        let columns = try queue.read(Self.columns)
        #expect(columns.count > 75)
        var named = 0
        for (table, column) in columns {
            for value in Self.values {
                let damaged = try errors(in: queue, after: "UPDATE \(table) SET \(column) = \(value)")
                for error in damaged {
                    guard case .corrupt(let sentence) = error else { continue }
                    let reason = sentence.description
                    named += reason.contains("row ") && reason.contains("the table \(table)") ? 1 : 0
                    #expect(!reason.contains("foreign") && !reason.contains("9223372036854775807"), "\(reason)")
                }
            }
        }
        #expect(named > 500)
    }

    @Test(arguments: [
        (
            "payments", "amount_minor", "'much'",
            "row 1 of the table payments does not hold a whole number in amount_minor"
        ),
        ("payments", "stage", "'gone'", "row 1 of the table payments does not hold a word that Till knows in stage"),
        ("payments", "outcome", "'{'", "row 1 of the table payments does not hold JSON that Till can read in outcome"),
        (
            "payments", "watermark", "-5",
            "row 1 of the table payments does not hold a number up to 2147483647 in watermark"
        ),
        (
            "payments", "updated_at", "9223372036854775807",
            "row 1 of the table payments does not hold a time in updated_at"
        ),
        ("payments", "currency", "x'00'", "row 1 of the table payments does not hold text in currency"),
        ("payments", "currency", "'QQQ'", "row 1 of the table payments does not hold a currency in currency"),
    ])
    func theRowAndTheColumnAreNamed(table: String, column: String, _ value: String, _ words: String) throws {
        let queue = try filled(loosely: true)
        try queue.writeWithoutTransaction { try $0.execute(sql: "UPDATE \(table) SET \(column) = \(value)") }
        let error = #expect(throws: StorageError.self) {
            try queue.read { try Session(database: $0, now: { Sample.time }).recentPayments(limit: 9) }
        }
        #expect(error == .corrupt(reason: Sentence(stored: words)))
    }

    @Test func aFactThatCannotBeReadIsNamedByItsNumber() throws {
        let storage = try StorageManager.inMemory()
        let entry = try storage.write { try $0.append(kind: "k", payment: nil, payload: Data("{".utf8)) }
        let error = #expect(throws: StorageError.self) { try entry.decoded(as: [String].self) }
        #expect(error == .corrupt(reason: "row 1 of the table journal does not hold a fact of its kind, k"))
    }

    // MARK: Helpers

    /// Makes a database in memory with rows that the storage has written. With `loosely` its tables accept any value in
    /// any column, as if someone had edited the file.
    private func filled(loosely: Bool = false) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        try queue.writeWithoutTransaction { database in
            if loosely { try Self.loosen(database) }
            let session = Session(database: database, now: { Sample.time })
            for write in EveryMethod.writes { try write.change(session) }
        }
        return queue
    }

    /// Removes the types and constraints of the schema, and the triggers.
    private static func loosen(_ database: Database) throws {
        for trigger in try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            try database.execute(sql: "DROP TRIGGER \(trigger)")
        }
        var loosened = "sql"
        for (from, to) in [
            (") STRICT", ")"), (" TEXT", ""), (" BLOB", ""), ("INTEGER PRIMARY KEY", "ROWID PRIMARY KEY"),
            (" INTEGER", ""),
            ("ROWID PRIMARY KEY", "INTEGER PRIMARY KEY"), (" NOT NULL", ""), ("CHECK (duplicate >= 1)", ""),
            ("CHECK (only = 1)", ""),
        ] { loosened = "replace(\(loosened), '\(from)', '\(to)')" }
        try database.execute(
            sql: """
                PRAGMA foreign_keys = OFF;
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = \(loosened) WHERE type = 'table' AND name NOT LIKE '%sqlite%';
                DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL;
                PRAGMA writable_schema = RESET;
                """)
    }

    private static func columns(_ database: Database) throws -> [(table: String, column: String)] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT tables.name AS place, columns.name AS column
                FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND tables.name NOT LIKE 'grdb%'
                """
        ).map { ($0["place"], $0["column"]) }
    }

    /// Makes the edit, reads everything, and reverts the edit. Returns the errors; values that cause none are valid or
    /// not read.
    private func errors(in queue: DatabaseQueue, after edit: String) throws -> [StorageError] {
        var errors: [StorageError] = []
        try queue.writeWithoutTransaction { database in
            try database.inTransaction {
                guard (try? database.execute(sql: edit)) != nil else { return .rollback }
                let session = Session(database: database, now: { Sample.time })
                for read in EveryMethod.reads {
                    do { try read.ask(session) } catch let error as StorageError { errors.append(error) }
                }
                return .rollback
            }
        }
        return errors
    }
}
