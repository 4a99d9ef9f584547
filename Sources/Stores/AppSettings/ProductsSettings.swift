/// How the operator last sorted and filtered the products of a shop.
package struct ProductsSettings: Hashable, Codable, Sendable {
    /// What they are sorted by: `name`, `-date`; nil for the shop's order.
    package var sort: String?
    /// The shop's words, such as `instock`, `publish` and `variable`; nil for all.
    package var stockStatus: String?
    package var status: String?
    package var type: String?
    package var category: Int64?

    package init(
        sort: String? = nil, stockStatus: String? = nil, status: String? = nil, type: String? = nil,
        category: Int64? = nil
    ) {
        self.sort = sort
        self.stockStatus = stockStatus
        self.status = status
        self.type = type
        self.category = category
    }
}
