import Foundation
import Model

/// What a shop sold in some days, as WooCommerce's analytics count it. A sale may be missing for some minutes.
package struct OrderStatsV4: ShopEntity {
    package static var resource: ShopResource { .report }
    package static var cachedAs: String { "orderStatsV4" }

    /// One part of the days.
    package struct Interval: Hashable, Sendable {
        /// The shop's name of it, such as `2026-11-20` or `2026-11-20 23`.
        package let name: String
        /// The shop's time, `2026-11-20 00:00:00`.
        package let start: String
        package let totals: StatsTotals
    }

    /// What the shop said, and the key of the days as `span`.
    package let json: JSONValue
    package let key: String
    package let totals: StatsTotals
    /// From the first to the last.
    package let intervals: [Interval]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        key = try object.text("span")
        totals = try object.totals("totals")
        intervals = try object.objects("intervals").map { (part) throws(NetworkError) in
            Interval(
                name: part.plainText("interval"), start: part.plainText("date_start"),
                totals: try part.totals("subtotals"))
        }.sorted { $0.start < $1.start }
    }
}

extension ShopObject {
    fileprivate func totals(_ name: String) throws(NetworkError) -> StatsTotals {
        guard let object = object(name) else {
            throw .malformed(field: path(name), reason: Sentence("detail.json.missing"))
        }
        return try StatsTotals(object)
    }
}
