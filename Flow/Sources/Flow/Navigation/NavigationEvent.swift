/// A move among the pages.
public enum NavigationEvent<Page: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case opened(Page)
    case replaced(Page)
    case presented(Page)
    case wentBack
    case wentHome
}
