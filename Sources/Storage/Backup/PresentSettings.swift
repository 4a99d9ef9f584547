import Foundation
import GRDB

/// The settings of the data that a backup replaces. One that cannot be read is missing: damage gives nobody a right, and holds
/// up no restore.
struct PresentSettings: SettingsReading {
    let queue: DatabaseQueue

    func setting(_ key: String) throws(StorageError) -> Data? {
        (try? queue.read { try Session(database: $0, now: { .distantPast }).setting(key) }) ?? nil
    }

    func settingKeys() throws(StorageError) -> [String] {
        (try? queue.read { try Session(database: $0, now: { .distantPast }).settingKeys() }) ?? []
    }
}
