import Flow
import Foundation
import Hardware
import Model
import Storage

/// An end of day that is not settled, stored in the settings from the transaction of its intent to that of its end. A
/// payment that looks for one has no time to read the whole journal.
struct OpenEndOfDay: Codable {
    private static let prefix = "endOfDay.open "

    let intent: EndOfDayIntent
    let sequence: Int64

    func note(in transaction: any StorageTransaction) throws {
        try transaction.setSetting(Self.prefix + intent.id.rawValue, to: self)
    }

    static func forget(_ id: EndOfDayID, in transaction: any StorageTransaction) throws {
        // Older releases used the terminal's address as the key.
        for key in try transaction.settingKeys() where key.hasPrefix(prefix) {
            if try transaction.setting(key, as: Self.self)?.intent.id == id { try transaction.removeSetting(key) }
        }
    }

    static func all(in reader: any StorageReader) throws(StorageError) -> [OpenEndOfDay] {
        var open: [OpenEndOfDay] = []
        for key in try reader.settingKeys() where key.hasPrefix(prefix) {
            if let day = try reader.setting(key, as: Self.self) { open.append(day) }
        }
        return open
    }
}
