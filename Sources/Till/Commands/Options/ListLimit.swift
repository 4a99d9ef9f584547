import ArgumentParser
import LogEvents

/// The most rows of a list.
enum ListLimit {
    static let orders = 100
    static let receipts = 1_000
    static let journal = 100_000

    static func check(_ limit: Int, upTo most: Int) throws {
        guard (1...most).contains(limit) else { throw ValidationError("--limit is 1 to \(most).") }
    }
}
