import Synchronization

/// Keeps an observer subscribed, or a tap attached, for as long as it is held.
public final class Subscription: Sendable {
    private let end: @Sendable () -> Void

    @usableFromInline init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it. Called on the tree's lane, nothing is heard after; from elsewhere, what is being heard may still be.
    public func cancel() { end() }
}

/// One who hears the states of a branch.
@usableFromInline final class Observer<State>: Sendable {
    @usableFromInline let listener: @Sendable (State) -> Void
    @usableFromInline let cancelled = Atomic(false)

    @inlinable init(_ listener: @escaping @Sendable (State) -> Void) { self.listener = listener }

    @inlinable var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    @inlinable func hear(_ state: State) {
        if !isCancelled { listener(state) }
    }

    @inlinable func cancel() { cancelled.store(true, ordering: .releasing) }
}
