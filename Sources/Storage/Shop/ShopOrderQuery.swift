import Model

/// A query for orders of the embedded shop.
package struct ShopOrderQuery: Hashable, Sendable {
    /// The allowed statuses; nil for all.
    package var statuses: Set<OrderStatus>?
    /// The allowed ids; nil for all. Not together with `search`.
    package var ids: Set<OrderID>?
    /// Text to find in the number or the customer's name, company or e-mail address, ignoring case and accents.
    package var search: String?
    package var offset: Int
    package var limit: Int

    package init(
        statuses: Set<OrderStatus>? = nil, ids: Set<OrderID>? = nil, search: String? = nil, offset: Int = 0, limit: Int
    ) {
        self.statuses = statuses
        self.ids = ids
        self.search = search
        self.offset = max(0, offset)
        self.limit = max(0, limit)
    }
}
