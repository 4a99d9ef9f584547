import Foundation

/// What a shop sold, by days, weeks, months or years.
package struct OrderStats: ShopEntity {
    package static var resource: ShopResource { .report }
    package static var cachedAs: String { "orderStats" }

    package struct Item: Hashable, Sendable {
        /// `2026-11-25`, `2026-W48`, `2026-11` or `2026`.
        package let period: String
        package var orders: Int
        package var sales: Decimal
        package var itemsSold: Decimal
    }

    /// Written by the till from what the shop said: `span`, `granularity` and `items`.
    package let json: JSONValue
    package let key: String
    package let items: [Item]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        key = try object.text("span")
        items = try object.objects("items").map { (item) throws(NetworkError) in
            Item(
                period: try item.text("period"), orders: item.count("total_orders") ?? 0,
                sales: try item.decimal("total_sales"), itemsSold: item.optionalDecimal("total_items") ?? 0)
        }
    }

    /// Adds what was sold in parts of the periods, in the order of the days.
    init(_ parts: [SalesPart], _ span: StatsSpan, by granularity: StatsGranularity) {
        var items: [Item] = []
        for part in parts.sorted(by: { $0.day < $1.day }) {
            let period = granularity.period(of: part.day)
            if items.last?.period != period { items.append(Item(period: period, orders: 0, sales: 0, itemsSold: 0)) }
            items[items.count - 1].orders += part.orders
            items[items.count - 1].sales += part.sales
            items[items.count - 1].itemsSold += part.itemsSold
        }
        self.items = items
        key = Self.key(span, granularity)
        json = [
            "span": .string(key), "granularity": .string(granularity.rawValue),
            "items": .array(
                items.map { item in
                    [
                        "period": .string(item.period), "total_orders": .integer(Int64(item.orders)),
                        "total_sales": .string(item.sales.description),
                        "total_items": .string(item.itemsSold.description),
                    ]
                }),
        ]
    }

    package static func key(_ span: StatsSpan, _ granularity: StatsGranularity) -> String {
        "\(span.key)_\(granularity.rawValue)"
    }
}
