import Foundation
import GRDB
import Model

/// One reader or transaction at work. Writes through a reader's connection are refused by SQLite itself.
struct Session: StorageTransaction {
    let database: Database
    let now: @Sendable () -> Date
    /// Where a transaction notes what it adds to the journal.
    var additions: JournalAdditions?

    /// Runs `body` and speaks of its errors as a `StorageError`.
    func attempt<T>(_ body: () throws -> T) throws(StorageError) -> T {
        do { return try body() } catch { throw StorageError(error) }
    }

    func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// JSON as it is stored: keys sorted, so that equal values are equal bytes.
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
    /// Milliseconds since 1970, the only form in which a time is stored. Times beyond the year 9999 are taken as that year.
    var milliseconds: Int64 {
        let limit = Double(Self.mostMilliseconds)
        return Int64((timeIntervalSince1970 * 1000).rounded().clamped(to: -limit...limit))
    }

    /// The end of the year 9999.
    static let mostMilliseconds: Int64 = 253_402_300_800_000

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// As it will read when it comes back from storage.
    var asStored: Date { Date(milliseconds: milliseconds) }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
