import Foundation
import GRDB

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

extension Date {
    /// Milliseconds since 1970, the form in which all times are stored. Later times than the year 9999 become its end.
    package var milliseconds: Int64 {
        let limit = Double(Self.mostMilliseconds)
        return Int64((timeIntervalSince1970 * 1000).rounded().clamped(to: -limit...limit))
    }

    /// The end of the year 9999.
    static let mostMilliseconds: Int64 = 253_402_300_800_000

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time rounded as storage rounds it.
    package var asStored: Date { Date(milliseconds: milliseconds) }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
