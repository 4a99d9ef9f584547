import Foundation

/// The products that sold best in some days.
package struct TopEarnerStats: ShopEntity {
    package static var resource: ShopResource { .report }
    package static var cachedAs: String { "topEarnerStats" }

    package struct Item: Hashable, Sendable {
        package let productID: Int64
        package let name: String
        package let quantity: Decimal
        /// In the shop's currency; nil when the shop does not tell.
        package let netRevenue: Decimal?
    }

    /// The key of the report as `span`, and what the shop said as `items`.
    package let json: JSONValue
    package let key: String
    package let items: [Item]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        key = try object.text("span")
        items = try object.objects("items").map { (item) throws(NetworkError) in
            let more = item.object("extended_info")
            return Item(
                productID: try item.integer("product_id"), name: more?.plainText("name") ?? item.plainText("name"),
                quantity: item.optionalDecimal("items_sold") ?? item.optionalDecimal("quantity") ?? 0,
                netRevenue: item.optionalDecimal("net_revenue"))
        }
    }

    /// The key of the report of these days with so many products at most.
    package static func key(_ span: StatsSpan, limit: Int) -> String { "\(span.key)_\(count(limit))" }

    /// How many products a shop can be asked for, which is so many if possible.
    static func count(_ limit: Int) -> Int { min(max(1, limit), AnalyticsRemote.longestPage) }
}

/// Maps the best sellers, a list that does not say of which days it is.
struct TopEarnersMapper: Mapper {
    let key: String

    func map(_ response: Response) throws(NetworkError) -> TopEarnerStats {
        try TopEarnerStats(try ShopObject(["span": .string(key), "items": try response.json], at: ""))
    }
}
