import Synchronization

/// A capability to see one aspect of a state, and nothing else: neither the rest of it nor a way to change it.
///
/// ```swift
/// let shown: Reading<any KnowsThePayment> = payment.reading { $0 }
/// ```
public struct Reading<View>: Sendable {
    private let tree: Tree
    private let branches: Set<ObjectIdentifier>
    private let look: @Sendable () -> View
    private let glance: @Sendable () -> View?

    /// `look` holds the branches; `glance` does not, and is nil once they are gone: subscriptions live with it.
    init(
        _ tree: Tree, of branches: Set<ObjectIdentifier>, look: @escaping @Sendable () -> View,
        glance: @escaping @Sendable () -> View?
    ) {
        self.tree = tree
        self.branches = branches
        self.look = look
        self.glance = glance
    }

    /// The aspect as it is after the last event that was reduced.
    public var current: View { look() }

    /// `hear` is told the present state, soon, and from then on the state after each event, as `StateStore` promises:
    /// in order, none left out, on the tree's lane. It is brief.
    ///
    /// Ends when the subscription is cancelled or released, or the branch is released.
    public func subscribe(_ hear: @escaping @Sendable (View) -> Void) -> Subscription {
        let subscriber = Subscriber(branches: branches) { [glance] in glance().map(hear) }
        tree.soon { [tree] in tree.add(subscriber) }
        return Subscription { [weak tree] in
            subscriber.cancel()
            tree?.remove(subscriber)
        }
    }

    /// Does `work` on the tree's lane when that time has passed.
    func after(_ span: Duration, _ work: @escaping @Sendable () -> Void) -> any Running {
        tree.lane.schedule(at: tree.environment.uptime() + span, work)
    }
}

/// Keeps an observer subscribed for as long as it is held.
public final class Subscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it. Called on the tree's lane, nothing is heard after; from elsewhere, what is being heard may still be.
    public func cancel() { end() }
}

/// One observer, and the branches it wants to hear of.
final class Subscriber: Sendable {
    let branches: Set<ObjectIdentifier>
    private let hearing: Mutex<Slot>

    init(branches: Set<ObjectIdentifier>, _ hear: @escaping @Sendable () -> Void) {
        self.branches = branches
        hearing = Mutex(Slot(hear))
    }

    var isCancelled: Bool { hearing.withLock { $0.closure == nil } }

    func tell() { hearing.withLock { $0.closure }?() }

    func cancel() { _ = hearing.withLock { $0.take() } }
}
