import Failures
import Flow
import Model
import Networking

/// How far a list of orders has been read, page by page.
struct PageWalk {
    /// How many different orders were on the pages, if an order is at most on two pages in a row.
    private(set) var count = 0
    /// The orders of the last page. Those of the second at which it ends may be on the next one too.
    private var seen: Set<OrderID> = []
    /// The orders of the first page, which a shop that goes round in circles sends again.
    private var first: Set<OrderID> = []

    /// Whether there may be another page after this one.
    ///
    /// - Parameters:
    ///   - rows: how many rows the page has, with those that have no id.
    ///   - size: how many rows a full page has.
    /// - Throws: `shop.malformed` if a shop or a proxy repeats a page, or sends full pages without one id: it would be asked
    ///   for ever.
    mutating func goesOn(after ids: [OrderID], of rows: Int, page: Int, size: Int) throws(Failure) -> Bool {
        let found = Set(ids)
        if page == 1 { first = found }
        if page > 1, ids.isEmpty ? rows >= size && seen.isEmpty : found == seen || found == first {
            throw NetworkError.malformed(field: nil, reason: Sentence("detail.shop.samePage")).failure
        }
        count += ids.count { !seen.contains($0) }
        seen = found
        return rows >= size
    }
}
