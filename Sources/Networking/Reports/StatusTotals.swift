import Model

/// How many orders a shop has of each status.
package struct StatusTotals: ShopEntity {
    package static var resource: ShopResource { .report }
    package static var cachedAs: String { "statusTotals" }
    package static let onlyKey = "all"

    /// What the shop said, as `items`.
    package let json: JSONValue
    private let totals: [String: Int]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        var totals: [String: Int] = [:]
        for item in try object.objects("items") {
            // A status without its name, or without a number, is not known; none of them is zero.
            guard let slug = item.optionalText("slug"), let total = item.count("total") else { continue }
            totals[slug] = total
        }
        self.totals = totals
    }

    package var key: String { Self.onlyKey }

    /// Nil for a status that the shop does not have.
    package subscript(status: OrderStatus) -> Int? { totals[status.rawValue] }
}

/// Maps how many orders there are of each status.
struct StatusTotalsMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> StatusTotals {
        try StatusTotals(try ShopObject(["items": try response.json], at: ""))
    }
}
