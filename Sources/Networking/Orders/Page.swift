/// A page of a list, with the length of the whole list if the shop tells it.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// `X-WP-Total`.
    package let total: Int?
    /// `X-WP-TotalPages`.
    package let pages: Int?
    /// Why other items of the page cannot be read.
    package let unreadable: [NetworkError]

    package init(items: [Item], total: Int?, pages: Int?, unreadable: [NetworkError] = []) {
        self.items = items
        self.total = total
        self.pages = pages
        self.unreadable = unreadable
    }
}

extension Page {
    /// The page that a response holds, with what its headers say about the whole list.
    init(_ items: [Item], _ response: Response, unreadable: [NetworkError] = []) {
        self.init(
            items: items, total: response.headers["x-wp-total"].flatMap { Int($0) },
            pages: response.headers["x-wp-totalpages"].flatMap { Int($0) }, unreadable: unreadable)
    }

    /// The page of the rows that can be read.
    init(_ response: Response, _ read: (ShopObject) throws(NetworkError) -> Item) throws(NetworkError) {
        let rows = try response.rows(read)
        self.init(rows.read, response, unreadable: rows.unreadable)
    }

    /// The items that are meant. If there is none, throws the reason why another cannot be read: it may be the one.
    func found(_ isMeant: (Item) -> Bool) throws(NetworkError) -> [Item] {
        let found = items.filter(isMeant)
        if found.isEmpty, let first = unreadable.first { throw first }
        return found
    }

    /// The items, where one that is missing would be taken for one that the shop does not have. Throws the reason if one cannot be
    /// read.
    package var wholeItems: [Item] {
        get throws(NetworkError) {
            if let first = unreadable.first { throw first }
            return items
        }
    }
}

extension Page {
    /// How many rows the shop listed on the page.
    package var rows: Int { items.count + unreadable.count }

    /// Whether more pages follow this one. A shop that does not tell how many there are has more as long as pages are full.
    func hasNext(after page: Int, size: Int = OrdersRemote.longestPage) -> Bool {
        guard !items.isEmpty else { return false }
        return pages.map { page < $0 } ?? (rows >= size)
    }
}

extension Page: Equatable where Item: Equatable {}
