import Synchronization

/// A store for each page that lives: grown when the page is opened, released when it is left, and with it the page's
/// effects.
///
/// ```swift
/// let pages = PageStores(front.navigation) { page in
///     front.with(PageState(page)) { state, event in state.reduce(event) }
/// }
/// ```
public final class PageStores<Page: Hashable & Codable & Sendable, Store: AnyObject & Sendable>: Sendable {
    private final class Grown: Sendable {
        let stores = Mutex<[Page: Store]>([:])
    }

    private let grown = Grown()
    private let subscription: Subscription

    /// - Parameters:
    ///   - navigation: decides which pages live.
    ///   - grow: makes the store of an opened page, on the tree's lane.
    public init(_ navigation: Reading<NavigationState<Page>>, grow: @escaping @Sendable (Page) -> Store) {
        subscription = navigation.subscribe { [grown] state in
            let left = grown.stores.withLock { stores in
                let left = stores.filter { !state.pages.contains($0.key) }
                for page in left.keys { stores[page] = nil }
                for page in state.pages where stores[page] == nil { stores[page] = grow(page) }
                return left
            }
            withExtendedLifetime(left) {}
        }
    }

    /// The store of a page; nil when the page does not live.
    public subscript(page: Page) -> Store? { grown.stores.withLock { $0[page] } }
}
