import Foundation

package protocol SettingsReading {
    /// The stored JSON of a setting.
    func setting(_ key: String) throws(StorageError) -> Data?
    /// Every key that has a value, sorted.
    func settingKeys() throws(StorageError) -> [String]
}

extension SettingsReading {
    /// The decoded setting; throws `.corrupt` when it is not of this type.
    package func setting<T: Decodable>(_ key: String, as type: T.Type) throws(StorageError) -> T? {
        guard let json = try setting(key) else { return nil }
        do { return try StoredJSON.value(type, from: json) } catch { throw StorageError(error) }
    }
}
