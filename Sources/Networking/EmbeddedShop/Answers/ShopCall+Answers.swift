import Foundation

/// Answers to a request, with `_fields` and `_links`.
extension ShopCall {
    var fields: ShopFields { ShopFields(request.query, hidesLinks: rules.home == nil) }

    func answer(
        _ body: JSONValue, links: JSONValue?, status: Int = 200, headers: [String: String] = [:]
    ) -> ShopAnswer {
        ShopAnswer(fields.apply(to: body.data, links: links, isAlone: true), status: status, headers: headers)
    }

    /// Answers with one page of a list, and with the headers that tell how many entries and pages there are.
    ///
    /// - Parameters:
    ///   - entries: the whole list.
    ///   - links: the links of one of them.
    func list(
        _ entries: some Collection<ShopEntry>, links: (ShopEntry) -> JSONValue?, page: ShopPage
    ) -> ShopAnswer {
        let wanted = entries.dropFirst(page.offset).prefix(page.size)
        return ShopAnswer(
            list: wanted.map { fields.apply(to: $0.body.data, links: links($0)) },
            headers: page.headers(total: entries.count, place: place))
    }

    /// The request's address without its page; nil for a shop without addresses.
    var place: String? {
        guard rules.home != nil else { return nil }
        var address = URLComponents()
        address.queryItems = request.query.filter { $0.key != "page" && !Self.secret.contains($0.key) }
            .sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let query = address.percentEncodedQuery ?? ""
        return rules.link(request.path) + (query.isEmpty ? "" : "?\(query)")
    }

    private static let secret: Set = ["consumer_key", "consumer_secret"]
}
