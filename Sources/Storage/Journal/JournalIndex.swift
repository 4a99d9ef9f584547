import Foundation

/// What of the journal can be found without reading it through. The schema's indexes and the statements that use them
/// share these expressions: SQLite uses a partial index only where a statement repeats its condition word for word.
enum JournalIndex {
    /// The kinds of which facts are looked for by kind. Each is rare, or comes once in a payment; there is no index of the
    /// frequent ones.
    static let kinds = [
        "endOfDay.settled", "journal.accepted", ArchivedEntries.kind, DroppedNews.kind, "payment.goods",
        "payment.goodsTooLate",
        "payment.intended", "till.enrolled",
    ]

    static let isIndexedKind = "kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ", ")))"
    static let isIntent = "kind = 'payment.intended'"

    /// The payment that an intent gives back, or the reservation that it ends; NULL where it does neither.
    static let original = coalesce(originalPaths.map { path + $0 })
    /// The number of the order that an intent is for; NULL where it is for none.
    static let order = coalesce([path + ["order"]])

    /// The idempotency key under which it was asked for; NULL where there was none.
    static let key = coalesce([path + ["key"]])

    /// Where the payload of `payment.intended` names the original, for each kind of transaction that has one.
    private static let originalPaths = [
        ["givesBack", "refund", "of"], ["givesBack", "reversal", "of", "payment"],
        ["givesBack", "booking", "_0", "reserved", "payment"], ["givesBack", "release", "of", "payment"],
    ]
    private static let path = ["intended", "_0"]

    /// A payload that is no JSON has no index entry; an entry of it must not be refused for that.
    private static func coalesce(_ paths: [[String]]) -> String {
        let text = "CAST(payload AS TEXT)"
        let values = paths.map { "json_extract(\(text), '$.\($0.joined(separator: "."))')" } + ["NULL"]
        return "(CASE WHEN json_valid(\(text)) THEN coalesce(\(values.joined(separator: ", "))) END)"
    }

    // MARK: Without SQLite

    /// What the indexes say of one intent.
    struct Intent: Sendable {
        let original: String?
        let order: Int64?
        let key: String?

        init(_ payload: Data) {
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
