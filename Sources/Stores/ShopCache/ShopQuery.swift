import Foundation
import Networking

/// A query for a list of a shop, with what the shop is asked.
package struct ShopQuery: Hashable, Sendable {
    /// The query of the request, without the page.
    package let items: [String: String]
    /// The owner of the list, such as an order, if the request names it elsewhere than in its query.
    package let scope: String?
    /// The wanted page, from 1; nil for a list without pages.
    package let page: Int?
    package let size: Int
    /// Whether what once was in the list and is not any more does not exist any more.
    package let isOfAll: Bool

    package init(
        _ items: [String: String] = [:], scope: String? = nil, page: Int? = 1, size: Int = OrdersRemote.longestPage,
        isOfAll: Bool = false
    ) {
        self.items = items
        self.scope = scope
        self.page = page
        self.size = size
        self.isOfAll = isOfAll
    }

    /// A text that is the same for equal queries.
    var text: String {
        var members = items.mapValues(JSONValue.string)
        members["scope"] = scope.map(JSONValue.string)
        members["page"] = page.map { .integer(Int64($0)) }
        members["size"] = page.map { _ in .integer(Int64(size)) }
        return String(decoding: JSONValue.object(members).data, as: UTF8.self)
    }
}
