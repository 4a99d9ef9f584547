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

extension Page {
    /// The page that a response holds, with what its headers say about the whole list.
    init(_ items: [Item], _ response: Response) {
        self.init(
            items: items, total: response.headers["x-wp-total"].flatMap { Int($0) },
            pages: response.headers["x-wp-totalpages"].flatMap { Int($0) })
    }
}

extension Page {
    /// Whether more pages follow this one. A shop that does not tell how many there are has more as long as pages are full.
    func hasNext(after page: Int, size: Int = OrdersRemote.longestPage) -> Bool {
        guard !items.isEmpty else { return false }
        return pages.map { page < $0 } ?? (items.count >= size)
    }
}

extension Page: Equatable where Item: Equatable {}
