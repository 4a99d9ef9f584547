import Synchronization

/// Knows for each action type its one processor, and brings each action there. Safe to use from any thread.
///
/// Processors are held weakly: the state that owns a store keeps it. An action nobody takes is answered with the
/// failure `action.unhandled`, never dropped.
public final class Dispatcher: Sendable {
    @usableFromInline let routes = Mutex(Routes())

    public init() {}

    /// Makes `processor` the one that takes its type of action. Traps when that type has a living processor already:
    /// two would mean that nobody knows which of them acts.
    public func register<Processor: ActionsProcessor>(_ processor: Processor) {
        let action = Processor.Handled.self
        routes.withLock { routes in
            precondition(routes[action]?.isOpen != true, "\(action) has a processor already")
            routes.add(Route<Processor.Handled>(to: processor), of: action)
        }
    }

    /// Calls the action's processor, here and now, or answers the action with `action.unhandled`.
    @inlinable public func dispatch(_ action: some Action) {
        if !deliver(action) { action.refuse(.unhandled(action)) }
    }

    /// Whether a living processor takes this type of action.
    public func takes(_ action: any Action.Type) -> Bool {
        routes.withLock { $0[action]?.isOpen == true }
    }

    /// False, and nothing done, when nobody takes it.
    @inlinable func deliver<Handled: Action>(_ action: Handled) -> Bool {
        let route = routes.withLock { $0[Handled.self] }
        // The one cast between action and store. It cannot fail while `register` files routes under their own type.
        guard let processor = (route as? Route<Handled>)?.processor else { return false }
        processor.onAction(action)
        return true
    }

    /// Whether there is a type both this and `other` would take.
    func overlaps(_ other: Dispatcher) -> Bool {
        other.routes.withLock { $0.open }.contains(where: takes)
    }
}

/// The routes of a dispatcher. So few that looking through them is quicker than hashing.
@usableFromInline struct Routes: Sendable {
    @usableFromInline var actions: [any Action.Type] = []
    @usableFromInline var routes: [any AnyRoute] = []

    @inlinable subscript(action: any Action.Type) -> (any AnyRoute)? {
        place(of: action).map { routes[$0] }
    }

    mutating func add(_ route: any AnyRoute, of action: any Action.Type) {
        if let place = place(of: action) {
            routes[place] = route
        } else {
            actions.append(action)
            routes.append(route)
        }
    }

    /// The types that somebody takes.
    var open: [any Action.Type] { zip(actions, routes).filter(\.1.isOpen).map(\.0) }

    @inlinable func place(of action: any Action.Type) -> Int? { actions.firstIndex { $0 == action } }
}

/// A route whose type of action does not matter.
@usableFromInline protocol AnyRoute: AnyObject, Sendable {
    var isOpen: Bool { get }
}

/// The route of one type of action: to its processor, which it does not hold.
@usableFromInline final class Route<Handled: Action>: AnyRoute {
    @usableFromInline weak let processor: (any ActionsProcessor<Handled>)?

    init(to processor: any ActionsProcessor<Handled>) { self.processor = processor }

    @usableFromInline var isOpen: Bool { processor != nil }
}
