import Synchronization

/// Keeps an observer subscribed, or a tap attached, as long as it is held.
public final class Subscription: Sendable {
    private let end: @Sendable () -> Void

    @usableFromInline init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it. After a call on the tree's lane nothing is delivered; after one from elsewhere, a delivery may still be
    /// running.
    public func cancel() { end() }
}

/// An observer of a branch's states.
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
