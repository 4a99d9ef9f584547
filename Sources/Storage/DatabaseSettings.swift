import GRDB

/// How the database was found to be set: what durability and consistency rest upon.
package struct DatabaseSettings: Hashable, Sendable {
    /// `wal`.
    package let journalMode: String
    /// 2 is FULL: synced at every commit.
    package let synchronous: Int
    package let foreignKeys: Bool
    /// The newest step of the schema that has been applied.
    package let schema: String

    package init(journalMode: String, synchronous: Int, foreignKeys: Bool, schema: String) {
        self.journalMode = journalMode
        self.synchronous = synchronous
        self.foreignKeys = foreignKeys
        self.schema = schema
    }

    package var isDurable: Bool {
        journalMode == "wal" && synchronous == StorageManager.durableLevel && foreignKeys
    }
}

extension StorageManager {
    /// Asks SQLite on the connection that writes.
    package func settings() throws(StorageError) -> DatabaseSettings {
        do {
            return try onWriter { database in
                DatabaseSettings(
                    journalMode: try rest?.journalMode
                        ?? String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
                    synchronous: try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0,
                    foreignKeys: try Bool.fetchOne(database, sql: "PRAGMA foreign_keys") ?? false,
                    schema: try Schema.migrator.appliedIdentifiers(database).max() ?? "none")
            }
        } catch { throw StorageError(error) }
    }
}
