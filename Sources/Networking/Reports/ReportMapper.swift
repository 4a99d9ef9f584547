/// Maps a report, which does not say of which days it is.
struct ReportMapper<Entity: ShopEntity>: Mapper {
    let span: StatsSpan
    /// The member that holds the shop's list; nil when the shop answers an object.
    let list: String?

    func map(_ response: Response) throws(NetworkError) -> Entity {
        var members: [String: JSONValue] = [:]
        if let list { members[list] = try response.json } else { members = try response.object.members }
        members["span"] = .string(span.key)
        return try Entity(try ShopObject(.object(members), at: ""))
    }
}

/// Maps how many orders there are of each status.
struct StatusTotalsMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> StatusTotals {
        try StatusTotals(try ShopObject(["items": try response.json], at: ""))
    }
}
