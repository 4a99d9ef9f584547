/// Routes by type of action. They are so few that a linear search is faster than hashing.
@usableFromInline struct Routes: Sendable {
    @usableFromInline private(set) var actions: [any Action.Type] = []
    @usableFromInline private(set) var routes: [any AnyRoute] = []

    @inlinable func route<Handled: Action>(of action: Handled.Type) -> Route<Handled>? {
        guard let place = place(of: action) else { return nil }
        // The only cast between action and store. It cannot fail, because `add` files routes under their own type.
        return routes[place] as? Route<Handled>
    }

    @inlinable func place(of action: any Action.Type) -> Int? { actions.firstIndex { $0 == action } }

    /// Whether a living processor handles this type of action.
    func takes(_ action: any Action.Type) -> Bool { place(of: action).map { routes[$0].isOpen } ?? false }

    mutating func add<Handled: Action>(_ route: Route<Handled>) {
        if let place = place(of: Handled.self) {
            routes[place] = route
        } else {
            actions.append(Handled.self)
            routes.append(route)
        }
    }

    /// The types that have a living processor.
    var open: [any Action.Type] { zip(actions, routes).filter(\.1.isOpen).map(\.0) }

    var held: Routes {
        var held = Routes()
        for route in routes { route.hold(in: &held) }
        return held
    }
}

/// A route of any type of action.
@usableFromInline protocol AnyRoute: AnyObject, Sendable {
    var isOpen: Bool { get }
    /// Adds this route with a strong reference to its processor; nothing when the processor is gone.
    func hold(in routes: inout Routes)
}

/// The route of one type of action to its processor.
@usableFromInline class Route<Handled: Action>: AnyRoute, @unchecked Sendable {  // guards: nothing in it varies
    /// Calls the processor. Returns false when it is gone.
    @usableFromInline func take(_ action: Handled) -> Bool { false }
    @usableFromInline var isOpen: Bool { false }
    @usableFromInline func hold(in routes: inout Routes) {}
}

/// A route with a weak reference to its processor.
final class LooseRoute<Processor: ActionsProcessor>:
    Route<Processor.Handled>, @unchecked Sendable  // guards: nothing in it varies
{
    private weak let processor: Processor?

    init(to processor: Processor) { self.processor = processor }

    override var isOpen: Bool { processor != nil }

    override func take(_ action: Processor.Handled) -> Bool {
        guard let processor else { return false }
        processor.onAction(action)
        return true
    }

    override func hold(in routes: inout Routes) {
        if let processor { routes.add(FirmRoute(to: processor)) }
    }
}

/// A route with a strong reference to its processor.
final class FirmRoute<Processor: ActionsProcessor>:
    Route<Processor.Handled>, @unchecked Sendable  // guards: nothing in it varies
{
    private let processor: Processor

    init(to processor: Processor) { self.processor = processor }

    override var isOpen: Bool { true }

    override func take(_ action: Processor.Handled) -> Bool {
        processor.onAction(action)
        return true
    }
}
