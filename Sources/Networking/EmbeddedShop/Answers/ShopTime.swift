import Foundation

/// Times in the format of WooCommerce: to the second, without a zone. They compare as text.
enum ShopTime {
    static func text(_ time: Date) -> String {
        String(time.formatted(.iso8601).dropLast())
    }

    /// Reads `2026-11-20T12:00:00`, also with a zone or without a time. Nil when it is no time.
    static func date(_ text: String) -> Date? {
        let style = Date.ISO8601FormatStyle()
        if let date = try? Date(text, strategy: style) { return date }
        if text.count == 10, text.filter({ $0 == "-" }).count == 2 {
            return try? Date(text + "T00:00:00Z", strategy: style)
        }
        return try? Date(text + "Z", strategy: style)
    }

    /// Whether a time names its zone.
    static func hasZone(_ text: String) -> Bool {
        text.hasSuffix("Z") || text.dropFirst(10).contains { $0 == "+" || $0 == "-" }
    }
}
