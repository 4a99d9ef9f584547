/// A page of a report of revenue: the totals of the whole report, and some of its parts.
struct ReportPage: Sendable {
    /// The report as the shop wrote it.
    private let json: [String: JSONValue]
    let parts: Page<JSONValue>

    fileprivate init(_ json: [String: JSONValue], _ parts: Page<JSONValue>) {
        self.json = json
        self.parts = parts
    }

    /// The report of these days, which the shop does not name.
    ///
    /// - Parameter parts: the parts of all pages; nil if this page is the only one.
    func stats(_ span: StatsSpan, parts: [JSONValue]? = nil) throws(NetworkError) -> OrderStatsV4 {
        var members = json
        members["span"] = .string(span.key)
        if let parts { members["intervals"] = .array(parts) }
        return try OrderStatsV4(try ShopObject(.object(members), at: ""))
    }
}

struct ReportPageMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> ReportPage {
        let members = try response.object.members
        // After the last page, WooCommerce writes empty objects.
        return ReportPage(members, Page(members["intervals"]?.elements ?? [], response))
    }
}
