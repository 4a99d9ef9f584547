/// The `_links` of answers.
enum ShopLinks {
    /// The links to one resource and to its list; none in a shop without addresses.
    ///
    /// - Parameters:
    ///   - path: of the list, below the REST root.
    ///   - up: the path of what it belongs to.
    static func resource(
        _ path: String, id: String, _ rules: ShopRules, allowed: [String] = ["GET", "POST", "PUT", "PATCH", "DELETE"],
        up: String? = nil
    ) -> JSONValue {
        guard rules.home != nil else { return [:] }
        var links: [String: JSONValue] = [
            "self": [
                [
                    "href": .string(rules.link("\(path)/\(id)")),
                    "targetHints": ["allow": .array(allowed.map(JSONValue.string))],
                ]
            ],
            "collection": [["href": .string(rules.link(path))]],
        ]
        if let up { links["up"] = [["href": .string(rules.link(up))]] }
        return .object(links)
    }
}
