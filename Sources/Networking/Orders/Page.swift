/// A page of a list, with the length of the whole list if the shop tells it.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// `X-WP-Total`.
    package let total: Int?
    /// `X-WP-TotalPages`.
    package let pages: Int?

    package init(items: [Item], total: Int?, pages: Int?) {
        self.items = items
        self.total = total
        self.pages = pages
    }
}

extension Page: Equatable where Item: Equatable {}
