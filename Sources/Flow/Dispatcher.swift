import Synchronization

/// Knows for each action type its one processor, and brings each action there. Safe to use from any thread.
///
/// Processors are held weakly: the state that owns a store keeps it. An action nobody takes is answered with the
/// failure `action.unhandled`, never dropped.
public final class Dispatcher: Sendable {
    private let routes = Mutex<[ObjectIdentifier: any Route]>([:])

    public init() {}

    /// Makes `processor` the one that takes its type of action. Traps when that type has a living processor already:
    /// two would mean that nobody knows which of them acts.
    public func register<Processor: ActionsProcessor>(_ processor: Processor) {
        let action = ObjectIdentifier(Processor.Handled.self)
        routes.withLock { routes in
            precondition(routes[action]?.isOpen != true, "\(Processor.Handled.self) has a processor already")
            routes[action] = RouteTo(processor)
        }
    }

    /// Calls the action's processor, here and now, or answers the action with `action.unhandled`.
    public func dispatch(_ action: some Action) {
        if !deliver(action) { action.refuse(.unhandled(action)) }
    }

    /// Whether a living processor takes this type of action.
    public func takes(_ action: any Action.Type) -> Bool {
        routes.withLock { $0[ObjectIdentifier(action)]?.isOpen == true }
    }

    /// False, and nothing done, when nobody takes it.
    func deliver<Handled: Action>(_ action: Handled) -> Bool {
        let route = routes.withLock { $0[ObjectIdentifier(Handled.self)] }
        // The one cast between action and store. It cannot fail while `register` files routes under their own type.
        guard let route = route as? any RouteFor<Handled> else { return false }
        return route.deliver(action)
    }

    /// The types both this and `other` would take.
    func overlaps(_ other: Dispatcher) -> Bool {
        let theirs = other.routes.withLock { $0.filter(\.value.isOpen).map(\.key) }
        return routes.withLock { routes in theirs.contains { routes[$0]?.isOpen == true } }
    }
}

private protocol Route: Sendable {
    var isOpen: Bool { get }
}

private protocol RouteFor<Handled>: Route {
    associatedtype Handled: Action
    func deliver(_ action: Handled) -> Bool
}

private final class RouteTo<Processor: ActionsProcessor>: RouteFor {
    private weak let processor: Processor?

    init(_ processor: Processor) { self.processor = processor }

    var isOpen: Bool { processor != nil }

    func deliver(_ action: Processor.Handled) -> Bool {
        guard let processor else { return false }
        processor.onAction(action)
        return true
    }
}
