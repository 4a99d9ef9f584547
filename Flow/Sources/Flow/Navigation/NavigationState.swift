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
    /// How many pages the path may have. Opening a further one replaces the last.
    public static var deepest: Int { 32 }

    /// From the first page to the one that is open; never empty, and no page twice.
    public private(set) var path: [Page]
    /// What is shown over the open page, and must be dismissed first; nil when nothing is.
    public private(set) var overlay: Page?

    public init(_ home: Page) { path = [home] }

    /// The first page of the path.
    public var home: Page { path[0] }
    /// What is seen: the overlay, or else the last page of the path.
    public var current: Page { overlay ?? path[path.count - 1] }
    /// The pages that live: those of the path and the overlay.
    public var pages: [Page] { path + (overlay.map { [$0] } ?? []) }
    public var canGoBack: Bool { overlay != nil || path.count > 1 }

    /// Opens a page below the open one. A page that is in the path already is gone back to. The overlay goes.
    public mutating func open(_ page: Page) {
        overlay = nil
        if let place = path.firstIndex(of: page) {
            path.removeSubrange((place + 1)...)
        } else {
            if path.count == Self.deepest { path.removeLast() }
            path.append(page)
        }
    }

    /// Puts a page in the place of the open one. The overlay goes.
    public mutating func replace(with page: Page) {
        overlay = nil
        guard page != path.last else { return }
        path.removeLast()
        if path.isEmpty { path.append(page) } else { open(page) }
    }

    /// Shows a page over the open one, in the place of what is shown over it now.
    public mutating func present(_ page: Page) { overlay = page }

    /// Takes away the overlay, or else the last page. Nothing happens on the first page.
    public mutating func goBack() {
        if overlay != nil { overlay = nil } else if path.count > 1 { path.removeLast() }
    }

    /// Leaves everything but the first page.
    public mutating func goHome() { self = NavigationState(home) }

    /// Changes as the event says.
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

/// Somebody moved among the pages.
public enum NavigationEvent<Page: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case opened(Page)
    case replaced(Page)
    case presented(Page)
    case wentBack
    case wentHome
}

/// A state with a place among pages in it.
public protocol HasNavigationState<OpenPage> {
    associatedtype OpenPage: Hashable & Codable & Sendable
    var navigationState: NavigationState<OpenPage> { get }
}

extension StateStore where State: HasNavigationState {
    /// Where somebody is among the pages; its observers hear of moves only.
    public var navigation: Reading<NavigationState<State.OpenPage>> { reading { $0.navigationState }.distinct() }
}
