import Foundation

package protocol SettingsWriting {
    /// Stores JSON under a key and replaces an earlier value.
    func setSetting(_ key: String, json: Data) throws(StorageError)
    func removeSetting(_ key: String) throws(StorageError)
}

extension SettingsWriting {
    package func setSetting(_ key: String, to value: some Encodable) throws(StorageError) {
        let json: Data
        do { json = try StoredJSON.data(value) } catch { throw StorageError(error) }
        try setSetting(key, json: json)
    }
}
