import Foundation
import GRDB
import Model

/// One database row, read column by column.
///
/// Everything that Till would not write into a column counts as damage, since other programs and failing disks can change
/// the file. The error names table, row and column, never the value.
struct StoredRow {
    /// The alias under which a statement selects the row number (`rowid`), for errors.
    static let number = "row_id"

    let table: String
    let row: Row
    /// The names of the row's columns, in their order.
    let columns: [String]

    func text(_ column: String) throws(StorageError) -> String {
        guard let text = try optionalText(column) else { throw foreign(column, Sentence("detail.value.text")) }
        return text
    }

    func optionalText(_ column: String) throws(StorageError) -> String? {
        switch try value(column).storage {
        case .null: return nil
        case .string(let text): return text
        case .int64, .double, .blob: throw foreign(column, Sentence("detail.value.text"))
        }
    }

    func number(_ column: String) throws(StorageError) -> Int64 {
        guard let number = try optionalNumber(column) else {
            throw foreign(column, Sentence("detail.value.wholeNumber"))
        }
        return number
    }

    func optionalNumber(_ column: String) throws(StorageError) -> Int64? {
        switch try value(column).storage {
        case .null: return nil
        case .int64(let number): return number
        case .double, .string, .blob: throw foreign(column, Sentence("detail.value.wholeNumber"))
        }
    }

    /// A number used in arithmetic, from zero to `mostCounted`.
    func count(_ column: String) throws(StorageError) -> Int {
        guard let count = try optionalCount(column) else { throw foreign(column, Sentence("detail.value.number")) }
        return count
    }

    func optionalCount(_ column: String) throws(StorageError) -> Int? {
        guard let number = try optionalNumber(column) else { return nil }
        guard 0...Self.mostCounted ~= number else {
            throw foreign(column, Sentence("detail.value.numberUpTo", ["most": Self.mostCounted]))
        }
        return Int(number)
    }

    func flag(_ column: String) throws(StorageError) -> Bool { try number(column) != 0 }

    func bytes(_ column: String) throws(StorageError) -> Data {
        guard case .blob(let bytes) = try value(column).storage else {
            throw foreign(column, Sentence("detail.value.bytes"))
        }
        return bytes
    }

    func date(_ column: String) throws(StorageError) -> Date {
        guard let date = try optionalDate(column) else { throw foreign(column, Sentence("detail.value.time")) }
        return date
    }

    func optionalDate(_ column: String) throws(StorageError) -> Date? {
        guard let stored = try optionalNumber(column) else { return nil }
        guard -Date.mostMilliseconds...Date.mostMilliseconds ~= stored else {
            throw foreign(column, Sentence("detail.value.time"))
        }
        return Date(milliseconds: stored)
    }

    /// The money in two columns; nil where the amount is NULL.
    func optionalMoney(minor: String, currency: String) throws(StorageError) -> Money? {
        guard let minorUnits = try optionalNumber(minor) else { return nil }
        guard -Self.mostMoney...Self.mostMoney ~= minorUnits else {
            throw foreign(minor, Sentence("detail.value.amount"))
        }
        guard let known = Currency(told: try text(currency)) else {
            throw foreign(currency, Sentence("detail.value.currency"))
        }
        return Money(minorUnits: minorUnits, currency: known)
    }

    func money(minor: String, currency: String) throws(StorageError) -> Money {
        guard let money = try optionalMoney(minor: minor, currency: currency) else {
            throw foreign(minor, Sentence("detail.value.amount"))
        }
        return money
    }

    /// The column's word, which must be a raw value of the type.
    func word<T: RawRepresentable<String>>(_ column: String, as type: T.Type) throws(StorageError) -> T {
        guard let known = T(rawValue: try text(column)) else { throw foreign(column, Sentence("detail.value.word")) }
        return known
    }

    func json<T: Decodable>(_ column: String, as type: T.Type) throws(StorageError) -> T {
        guard let value = try optionalJSON(column, as: type) else {
            throw foreign(column, Sentence("detail.value.json"))
        }
        return value
    }

    func optionalJSON<T: Decodable>(_ column: String, as type: T.Type) throws(StorageError) -> T? {
        guard let text = try optionalText(column) else { return nil }
        do { return try StoredJSON.value(type, from: text) } catch {
            throw foreign(column, Sentence("detail.value.readableJSON"))
        }
    }

    // MARK: Damage

    /// Thirty-one bits: no till counts further, and sums of such numbers never overflow.
    private static let mostCounted: Int64 = 2_147_483_647
    /// Far beyond the twelve digits that a terminal can be asked for, and so far below `Int64` that sums never overflow.
    private static let mostMoney: Int64 = 1_000_000_000_000_000

    private func value(_ column: String) throws(StorageError) -> DatabaseValue {
        do {
            // GRDB compares names without regard to case, which takes longer than all else that is done with a row.
            if let place = columns.firstIndex(of: column) { return try row.decode(DatabaseValue.self, atIndex: place) }
            return try row.decode(DatabaseValue.self, forColumn: column)
        } catch {
            throw .corrupt(reason: Sentence("detail.table.noColumn", ["table": table, "column": column]))
        }
    }

    /// The error for a column that holds something other than `what` it should. It names table, row and column, never
    /// the value.
    func foreign(_ column: String, _ what: Sentence) -> StorageError {
        let number = (try? row.decode(Int64?.self, forColumn: Self.number)).flatMap { $0 }
        guard let number else {
            return .corrupt(
                reason: Sentence("detail.row.holdsElse", ["table": table, "what": what, "column": column]))
        }
        return .corrupt(
            reason: Sentence(
                "detail.row.numberedHoldsElse", ["row": number, "table": table, "what": what, "column": column]))
    }
}

extension Session {
    /// Reads all rows of a statement on a table. It must select `rowid AS row_id` as well, so that a damaged row can be
    /// named.
    func rows(
        of table: String, _ sql: String, _ arguments: StatementArguments = []
    ) throws(StorageError) -> [StoredRow] {
        try attempt {
            let statement = try database.cachedStatement(sql: sql)
            return try Row.fetchAll(statement, arguments: arguments)
                .map { StoredRow(table: table, row: $0, columns: statement.columnNames) }
        }
    }

    /// Reads the first of the rows where it stands, without a copy of it.
    func first<Value>(
        of table: String, _ sql: String, _ arguments: StatementArguments,
        _ read: (StoredRow) throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        try attempt {
            let statement = try database.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            return try rows.next().map { try read(StoredRow(table: table, row: $0, columns: statement.columnNames)) }
        }
    }

    /// The first of `rows(of:_:_:)`.
    func row(of table: String, _ sql: String, _ arguments: StatementArguments = []) throws(StorageError) -> StoredRow? {
        try attempt {
            let statement = try database.cachedStatement(sql: sql)
            return try Row.fetchOne(statement, arguments: arguments)
                .map { StoredRow(table: table, row: $0, columns: statement.columnNames) }
        }
    }
}
