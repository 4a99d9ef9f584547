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
        routes.withLock { routes in
            precondition(!routes.takes(Processor.Handled.self), "\(Processor.Handled.self) has a processor already")
            routes.add(LooseRoute(to: processor))
        }
    }

    /// Calls the action's processor, here and now, or answers the action with `action.unhandled`.
    @inlinable public func dispatch(_ action: some Action) {
        if !deliver(action) { action.refuse(.unhandled(action)) }
    }

    /// Whether a living processor takes this type of action.
    public func takes(_ action: any Action.Type) -> Bool {
        routes.withLock { $0.takes(action) }
    }

    /// False, and nothing done, when nobody takes it.
    @inlinable func deliver<Handled: Action>(_ action: Handled) -> Bool {
        let route = routes.withLock { $0.route(of: Handled.self) }
        return route?.take(action) == true
    }

    /// The routes as they are now, to processors that they hold.
    var held: Routes { routes.withLock { $0.held } }

    /// Whether there is a type both this and `other` would take.
    func overlaps(_ other: Dispatcher) -> Bool {
        other.routes.withLock { $0.open }.contains(where: takes)
    }
}
