import Foundation

/// The wanted page of a list (`page`, `per_page`, `offset`) and the headers about the whole list.
struct ShopPage {
    let page: Int
    let size: Int
    /// How many items precede the page.
    let offset: Int

    init(_ parameters: ShopParameters) throws(ShopRefusal) {
        page = try parameters.number("page", default: 1, within: 1...Int(Int32.max))
        size = try parameters.number("per_page", default: 10, within: 1...OrdersRemote.longestPage)
        offset = try parameters.number("offset", default: (page - 1) * size, within: 0...Int.max)
    }

    /// The headers of a list with this many items.
    /// - Parameters:
    ///   - place: the list's address with its other parameters, for the links to other pages; nil for no links.
    ///   - countsPastEnd: whether a page past the end tells how long the list is. That of orders tells 0.
    func headers(total: Int, place: String?, countsPastEnd: Bool = true) -> [String: String] {
        let pages = (total + size - 1) / size
        let isPast = !countsPastEnd && offset >= total && page > 1
        var headers = ["x-wp-total": String(isPast ? 0 : total), "x-wp-totalpages": String(isPast ? 0 : pages)]
        guard let place, !isPast else { return headers }
        let joint = place.contains("?") ? "&" : "?"
        var links: [String] = []
        if page > 1 { links.append("<\(place)\(joint)page=\(page - 1)>; rel=\"prev\"") }
        if page < pages { links.append("<\(place)\(joint)page=\(page + 1)>; rel=\"next\"") }
        if !links.isEmpty { headers["link"] = links.joined(separator: ", ") }
        return headers
    }
}
