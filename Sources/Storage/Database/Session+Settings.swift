import Foundation

extension Session {
    func setting(_ key: String) throws(StorageError) -> Data? {
        try row(of: "settings", "SELECT rowid AS row_id, value FROM settings WHERE key = ?", [key])?.bytes("value")
    }

    func settingKeys() throws(StorageError) -> [String] {
        try rows(of: "settings", "SELECT rowid AS row_id, key FROM settings ORDER BY key")
            .map { row throws(StorageError) in try row.text("key") }
    }

    func setSetting(_ key: String, json: Data) throws(StorageError) {
        try attempt {
            try execute(
                """
                INSERT INTO settings (key, value) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """, [key, json])
        }
    }

    func removeSetting(_ key: String) throws(StorageError) {
        try attempt { try execute("DELETE FROM settings WHERE key = ?", [key]) }
    }
}
