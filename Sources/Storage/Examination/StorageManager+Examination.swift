import Foundation
import GRDB
import Model

extension StorageManager {
    /// The most defects that are reported; further ones usually follow from these.
    private static let mostFindings = 100

    /// Has SQLite check every page, row and index, and compares tables, indexes and triggers with those of a new database.
    /// This reads everything, so nothing on the way to a payment calls it.
    package func examineDatabase() throws(StorageError) -> [DatabaseFinding] {
        let expected: [SchemaObject]
        do {
            let fresh = try DatabaseQueue()
            try Schema.migrator.migrate(fresh)
            expected = try fresh.read(SchemaObject.all)
        } catch { throw StorageError(error) }
        return try examine { try Self.strayObjects($0, expected: expected) }
            + examine(Self.integrityFindings) + examine(Self.orphans)
    }

    /// Turns the error of a database too damaged to examine into a finding. A busy database is an error, not a finding.
    private func examine(
        _ look: (Database) throws -> [DatabaseFinding]
    ) throws(StorageError) -> [DatabaseFinding] {
        do { return try onReader(look) } catch {
            let error = StorageError(error)
            if case .busy = error { throw error }
            return [DatabaseFinding(nil, error.failure.said)]
        }
    }

    private static func integrityFindings(_ database: Database) throws -> [DatabaseFinding] {
        let lines = try String?.fetchAll(database, sql: "PRAGMA integrity_check(\(mostFindings))")
        return lines.compactMap { $0 }.filter { $0 != "ok" }
            .map { Sentence("difference.file", ["words": $0.replacing("\n", with: " ")]) }
            .map { DatabaseFinding(nil, $0) }
    }

    /// Finds rows whose parent row is missing.
    private static func orphans(_ database: Database) throws -> [DatabaseFinding] {
        let rows = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(mostFindings)
        return try rows.map { row in
            let (table, parent) = try (row.decode(String.self, atIndex: 0), row.decode(String.self, atIndex: 2))
            guard let number = try row.decode(Int64?.self, atIndex: 1) else {
                return DatabaseFinding(table, Sentence("difference.orphan", ["table": table, "parent": parent]))
            }
            return DatabaseFinding(
                table,
                Sentence("difference.orphan.numbered", ["row": number, "table": table, "parent": parent]))
        }
    }

    private static func strayObjects(_ database: Database, expected: [SchemaObject]) throws -> [DatabaseFinding] {
        let found = try SchemaObject.all(database)
        let names = Dictionary(grouping: found, by: \.key)
        let missing = expected.compactMap { object -> DatabaseFinding? in
            guard let twin = names[object.key]?.first else {
                return DatabaseFinding(object.name, Sentence("difference.object.missing", ["object": object.words]))
            }
            guard twin == object else {
                return DatabaseFinding(object.name, Sentence("difference.object.other", ["object": object.words]))
            }
            return nil
        }
        let own = Set(expected.map(\.key))
        let foreign = found.filter { !own.contains($0.key) }
        return missing
            + foreign.map { DatabaseFinding($0.name, Sentence("difference.object.foreign", ["object": $0.words])) }
    }
}

/// A table, index, trigger or view, as `sqlite_schema` names it.
private struct SchemaObject: Hashable {
    let type: String
    let name: String
    let table: String
    /// The definition without quotes and white space, which SQLite writes in different ways.
    let definition: String

    var key: String { "\(type) \(name)" }
    /// What it is, to follow the article of its sentence.
    var words: Sentence {
        switch type {
        case "table": Sentence("difference.object.table", ["name": name])
        case "view": Sentence("difference.object.view", ["name": name])
        case "index": Sentence("difference.object.index", ["name": name, "table": table])
        case "trigger": Sentence("difference.object.trigger", ["name": name, "table": table])
        default: Sentence(stored: "\(type) \(name)")
        }
    }

    /// All objects except those that SQLite creates for itself.
    static func all(_ database: Database) throws -> [SchemaObject] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(sql AS TEXT)
                FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY type, name
                """)
        return try rows.map { row in
            let sql = try row.decode(String?.self, atIndex: 3) ?? ""
            return SchemaObject(
                type: try row.decode(String?.self, atIndex: 0) ?? "",
                name: try row.decode(String?.self, atIndex: 1) ?? "",
                table: try row.decode(String?.self, atIndex: 2) ?? "",
                definition: String(sql.filter { !$0.isWhitespace && $0 != "\"" && $0 != ";" }))
        }
    }
}
