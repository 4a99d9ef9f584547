/// A state that contains a navigation state.
public protocol HasNavigationState<OpenPage> {
    associatedtype OpenPage: Hashable & Codable & Sendable
    var navigationState: NavigationState<OpenPage> { get }
}
