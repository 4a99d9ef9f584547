import Foundation

/// The times of WooCommerce: `2026-11-25T21:33:46`, to the second and without a zone. Those that end in `_gmt` are UTC.
package enum ShopDate {
    /// Nil when the text is no such time.
    package static func date(_ text: String) -> Date? {
        let zoned = text.hasSuffix("Z") ? text : text + "Z"
        return try? Date(zoned, strategy: .iso8601)
    }

    package static func text(_ date: Date) -> String { String(date.formatted(.iso8601).dropLast()) }
}
