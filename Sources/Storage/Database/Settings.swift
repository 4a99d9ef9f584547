import Foundation
import GRDB

package protocol SettingsReading {
    /// The stored JSON of a setting.
    func setting(_ key: String) throws(StorageError) -> Data?
    /// Every key that has a value, sorted.
    func settingKeys() throws(StorageError) -> [String]
}

package protocol SettingsWriting {
    /// Stores JSON under a key and replaces an earlier value.
    func setSetting(_ key: String, json: Data) throws(StorageError)
    func removeSetting(_ key: String) throws(StorageError)
}

extension SettingsReading {
    /// The decoded setting; throws `.corrupt` when it is not of this type.
    package func setting<T: Decodable>(_ key: String, as type: T.Type) throws(StorageError) -> T? {
        guard let json = try setting(key) else { return nil }
        do { return try StoredJSON.value(type, from: json) } catch { throw StorageError(error) }
    }
}

extension SettingsWriting {
    package func setSetting(_ key: String, to value: some Encodable) throws(StorageError) {
        let json: Data
        do { json = try StoredJSON.data(value) } catch { throw StorageError(error) }
        try setSetting(key, json: json)
    }
}

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
