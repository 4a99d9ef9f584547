import Synchronization

/// Delivers each action to the one processor of its type. Safe to use from any thread.
///
/// Processors are held weakly: the state that owns a store keeps it. An action without a processor is answered with
/// `action.unhandled`, never dropped.
public final class Dispatcher: Sendable {
    @usableFromInline let routes = Mutex(Routes())

    public init() {}

    /// Makes `processor` the processor of its type of action. Traps when that type already has a living processor.
    public func register<Processor: ActionsProcessor>(_ processor: Processor) {
        routes.withLock { routes in
            precondition(!routes.takes(Processor.Handled.self), "\(Processor.Handled.self) has a processor already")
            routes.add(LooseRoute(to: processor))
        }
    }

    /// Calls the action's processor synchronously, or answers the action with `action.unhandled`.
    @inlinable public func dispatch(_ action: some Action) {
        if !deliver(action) { action.refuse(.unhandled(action)) }
    }

    /// Whether a living processor takes this type of action.
    public func takes(_ action: any Action.Type) -> Bool {
        routes.withLock { $0.takes(action) }
    }

    /// Delivers the action. Returns false when it has no processor.
    @inlinable func deliver<Handled: Action>(_ action: Handled) -> Bool {
        let route = routes.withLock { $0.route(of: Handled.self) }
        return route?.take(action) == true
    }

    /// The current routes, with strong references to their processors.
    var held: Routes { routes.withLock { $0.held } }

    /// Whether both dispatchers have a processor for the same type of action.
    func overlaps(_ other: Dispatcher) -> Bool {
        other.routes.withLock { $0.open }.contains(where: takes)
    }
}
