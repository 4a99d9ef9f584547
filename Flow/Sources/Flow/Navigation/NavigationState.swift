/// Where somebody is among the pages of a front end, as a value in a state: the pages from the first one down to the one
/// that is open, and perhaps one shown over it, such as a question.
///
/// ```swift
/// struct FrontState: HasNavigationState {
///     var navigationState = NavigationState(DrinkPage.menu)
/// }
/// ```
///
/// Codable: a front end that restarts is where it was.
public struct NavigationState<Page: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    /// The most pages of the path. Opening another page replaces the last one.
    public static var deepest: Int { 32 }

    /// The pages from the first to the open one; never empty, without duplicates.
    public private(set) var path: [Page]
    /// The page shown over the open one, which must be dismissed first; nil for none.
    public private(set) var overlay: Page?

    public init(_ home: Page) { path = [home] }

    /// The first page of the path.
    public var home: Page { path[0] }
    /// The visible page: the overlay, else the last page of the path.
    public var current: Page { overlay ?? path[path.count - 1] }
    /// The living pages: those of the path and the overlay.
    public var pages: [Page] { path + (overlay.map { [$0] } ?? []) }
    public var canGoBack: Bool { overlay != nil || path.count > 1 }

    /// Opens a page below the open one, or goes back to it if it is in the path. Dismisses the overlay.
    public mutating func open(_ page: Page) {
        overlay = nil
        if let place = path.firstIndex(of: page) {
            path.removeSubrange((place + 1)...)
        } else {
            if path.count == Self.deepest { path.removeLast() }
            path.append(page)
        }
    }

    /// Replaces the open page. Dismisses the overlay.
    public mutating func replace(with page: Page) {
        overlay = nil
        guard page != path.last else { return }
        path.removeLast()
        if path.isEmpty { path.append(page) } else { open(page) }
    }

    /// Shows a page over the open one, in place of an earlier overlay.
    public mutating func present(_ page: Page) { overlay = page }

    /// Dismisses the overlay, else the last page. Does nothing on the first page.
    public mutating func goBack() {
        if overlay != nil { overlay = nil } else if path.count > 1 { path.removeLast() }
    }

    /// Dismisses everything but the first page.
    public mutating func goHome() { self = NavigationState(home) }

    /// Applies a navigation event.
    public mutating func reduce(_ event: NavigationEvent<Page>) {
        switch event {
        case .opened(let page): open(page)
        case .replaced(let page): replace(with: page)
        case .presented(let page): present(page)
        case .wentBack: goBack()
        case .wentHome: goHome()
        }
    }
}

extension StateStore where State: HasNavigationState {
    /// The navigation state; observers are notified of moves only.
    public var navigation: Reading<NavigationState<State.OpenPage>> { reading { $0.navigationState }.distinct() }
}
