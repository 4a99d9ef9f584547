import Model

/// The pages of a list, which are asked for one after another.
enum Pages {
    /// A list that goes on after so many pages has no end: the shop or a proxy ignores the page, or makes it up.
    static let most = 1_000

    /// Loads page after page until one is the last, or until `take` has what it wants and returns true.
    ///
    /// - Throws: `.malformed` if the list has no end.
    static func each<Item>(
        _ load: (Int) async throws(NetworkError) -> Page<Item>, take: ([Item]) throws(NetworkError) -> Bool
    ) async throws(NetworkError) {
        for number in 1...most {
            let page = try await load(number)
            if try take(page.items) { return }
            guard page.hasNext(after: number) else { return }
        }
        throw .malformed(field: nil, reason: Sentence("detail.shop.endlessList", ["count": most]))
    }

    /// All items of all pages.
    ///
    /// - Parameter whole: whether an item that cannot be read is an error. Otherwise it is left out.
    static func all<Item>(
        whole: Bool = false, _ load: (Int) async throws(NetworkError) -> Page<Item>
    ) async throws(NetworkError) -> [Item] {
        var items: [Item] = []
        try await each { number throws(NetworkError) in
            let page = try await load(number)
            if whole { _ = try page.wholeItems }
            return page
        } take: { found in
            items += found
            return false
        }
        return items
    }
}
