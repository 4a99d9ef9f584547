import Foundation
import GRDB
import Model
import ZVTCodes

/// A running reader or transaction. SQLite itself refuses writes on a reader's connection.
struct Session: StorageTransaction {
    let database: Database
    let now: @Sendable () -> Date
    /// The journal entries that this transaction adds.
    var additions: JournalAdditions?

    /// Runs `body` and turns its errors into `StorageError`.
    func attempt<T>(_ body: () throws -> T) throws(StorageError) -> T {
        do { return try body() } catch { throw StorageError(error) }
    }

    func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// JSON as it is stored: keys sorted, so that equal values are equal bytes. Result codes are stored as the numbers of ZVT.
enum StoredJSON {
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.milliseconds)
        }
        return encoder
    }()

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        if let key = DeviceCode.reasons {
            decoder.userInfo[key] = { ZVTResultCode.reason(of: $0) } as DeviceCode.Reasons
        }
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
        }
        return decoder
    }()

    static func data(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try data(value), as: UTF8.self)
    }

    static func value<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try decoder.decode(type, from: data)
    }

    static func value<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try value(type, from: Data(text.utf8))
    }
}

extension Date {
    /// Milliseconds since 1970, the form in which all times are stored. Later times than the year 9999 become its end.
    var milliseconds: Int64 {
        let limit = Double(Self.mostMilliseconds)
        return Int64((timeIntervalSince1970 * 1000).rounded().clamped(to: -limit...limit))
    }

    /// The end of the year 9999.
    static let mostMilliseconds: Int64 = 253_402_300_800_000

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// This time rounded as storage rounds it.
    var asStored: Date { Date(milliseconds: milliseconds) }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
