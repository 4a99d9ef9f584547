import Foundation
import GRDB
import Model

extension StorageManager {
    /// The most defects that are reported; further ones usually follow from these.
    private static let mostFindings = 100

    /// Has SQLite check every page, row and index, and compares tables, indexes and triggers with those of a new database.
    /// This reads everything, so nothing on the way to a payment calls it.
    package func examineDatabase() throws(StorageError) -> [DatabaseFinding] {
        try examine { try SchemaComparison.findings(in: $0) }
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
}
