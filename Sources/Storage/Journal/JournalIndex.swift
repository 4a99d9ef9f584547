import Foundation

/// The indexes of the journal. The schema and the statements share these expressions, because SQLite uses a partial index
/// only when a statement repeats its condition word for word.
package enum JournalIndex {
    /// The kinds of entries that are looked up by kind. Each is rare or comes once per payment; frequent kinds have no
    /// index.
    package static let kinds =
        formerKinds + [
            "endOfDay.intended", "endOfDay.totals", "endOfDay.text", "endOfDay.textsCompleted", "endOfDay.ended",
            "endOfDay.disturbed", "endOfDay.onlyAsked", "endOfDay.asking", "endOfDay.asked", "endOfDay.unclear",
            "endOfDay.operatorSettled", "restore.progress",
        ]
    /// The kinds that were indexed before migration 14.
    private static let formerKinds = [
        "endOfDay.settled", "journal.accepted", ArchivedEntries.kind, DroppedMessages.kind, "payment.goods",
        "payment.goodsTooLate",
        "payment.intended", "till.enrolled",
    ]

    static let isIndexedKind = isOne(of: kinds)
    static let wasIndexedKind = isOne(of: formerKinds)
    static let isIntent = "kind = 'payment.intended'"

    /// The payment that an intent gives back, or the reservation that it ends; else NULL.
    static let original = coalesce(originalPaths.map { path + $0 })
    /// The order number of an intent; NULL without an order.
    static let order = coalesce([path + ["order"]])

    /// The idempotency key of an intent; NULL without one.
    static let key = coalesce([path + ["key"]])

    /// The JSON paths of the original's id in `payment.intended`, one per kind of transaction that has an original.
    private static let originalPaths = [
        ["givesBack", "refund", "of"], ["givesBack", "reversal", "of", "payment"],
        ["givesBack", "booking", "_0", "reserved", "payment"], ["givesBack", "release", "of", "payment"],
    ]
    private static let path = ["intended", "_0"]

    /// The first value found at these paths. A payload that is not JSON gives NULL, so that its entry is not refused.
    private static func coalesce(_ paths: [[String]]) -> String {
        let text = "CAST(payload AS TEXT)"
        let values = paths.map { "json_extract(\(text), '$.\($0.joined(separator: "."))')" } + ["NULL"]
        return "(CASE WHEN json_valid(\(text)) THEN coalesce(\(values.joined(separator: ", "))) END)"
    }

    private static func isOne(of kinds: [String]) -> String {
        "kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ", ")))"
    }

    // MARK: Without SQLite

    /// The indexed values of one intent.
    package struct Intent: Sendable {
        package let original: String?
        package let order: Int64?
        package let key: String?

        package init(_ payload: Data) {
            let intent = JournalIndex.value(at: path, in: try? JSONSerialization.jsonObject(with: payload))
            original = originalPaths.lazy.compactMap { JournalIndex.value(at: $0, in: intent) as? String }.first
            order = (JournalIndex.value(at: ["order"], in: intent) as? NSNumber)?.int64Value
            key = JournalIndex.value(at: ["key"], in: intent) as? String
        }
    }

    private static func value(at path: [String], in json: Any?) -> Any? {
        path.reduce(json) { ($0 as? [String: Any])?[$1] }
    }
}
