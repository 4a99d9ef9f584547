import GRDB

/// The settings on which durability and consistency depend, as SQLite reports them.
package struct DatabaseSettings: Hashable, Sendable {
    /// Always `wal`.
    package let journalMode: String
    /// 2 means FULL: the log is synced at every commit.
    package let synchronous: Int
    package let foreignKeys: Bool
    /// The newest migration that has been applied.
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
    /// Asks SQLite on the writing connection.
    package func settings() throws(StorageError) -> DatabaseSettings {
        do {
            return try onWriter { database in
                DatabaseSettings(
                    journalMode: try rest?.journalMode
                        ?? String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
                    synchronous: try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0,
                    foreignKeys: try Bool.fetchOne(database, sql: "PRAGMA foreign_keys") ?? false,
                    schema: try Schema.newest(in: database))
            }
        } catch { throw StorageError(error) }
    }
}
