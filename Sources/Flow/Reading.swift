import Synchronization

/// A capability to see one aspect of a state, and nothing else: neither the rest of it nor a way to change it.
///
/// ```swift
/// let shown: Reading<any KnowsThePayment> = payment.reading { $0 }
/// ```
public struct Reading<View>: Sendable {
    /// The branch this is a reading of.
    @usableFromInline let branch: any Branch
    private let look: @Sendable () -> View
    private let listen: @Sendable (@escaping @Sendable (View) -> Void) -> Subscription

    @usableFromInline init(
        of branch: any Branch, look: @escaping @Sendable () -> View,
        listen: @escaping @Sendable (@escaping @Sendable (View) -> Void) -> Subscription
    ) {
        self.branch = branch
        self.look = look
        self.listen = listen
    }

    /// The aspect as it is after the last event that was reduced.
    public var current: View { look() }

    /// `hear` is told the present state, soon, and from then on the state after each event, as `StateStore` promises:
    /// in order, none left out, on the tree's lane. It is brief.
    ///
    /// Ends when the subscription is cancelled or released, or the branch is released.
    public func subscribe(_ hear: @escaping @Sendable (View) -> Void) -> Subscription { listen(hear) }

    /// Does `work` on the tree's lane when that time has passed.
    func after(_ span: Duration, _ work: @escaping @Sendable () -> Void) -> any Running {
        branch.tree.lane.schedule(at: branch.tree.environment.uptime() + span, work)
    }
}

/// Keeps an observer subscribed for as long as it is held.
public final class Subscription: Sendable {
    private let end: @Sendable () -> Void

    @usableFromInline init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it. Called on the tree's lane, nothing is heard after; from elsewhere, what is being heard may still be.
    public func cancel() { end() }
}

/// Who hears the states of one branch.
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
