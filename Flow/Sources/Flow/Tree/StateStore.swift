import Synchronization

/// One branch of a tree of state: a state, the pure reducer that changes it, and the branch it grows from.
///
/// ```swift
/// let machine = StateStore(MachineState(), environment: environment) { state, event in state.reduce(event) }
/// let grinder = machine.with(GrinderState(), embed: MachineEvent.grinder) { state, event in state.reduce(event) }
/// ```
///
/// Promises, for the tree as a whole:
/// - Events are worked off one at a time, in the order dispatched, on the tree's lane; never inside `dispatch`.
/// - An event travels from the branch it is dispatched to up to the root. Siblings and children never see it.
/// - All reducers on the way run, the branch's own first, before any observer hears of it. Taps come in between.
/// - Observers on the way hear in the order they subscribed, in the whole tree: every state, none merged. What an
///   observer dispatches is queued.
/// - After the observers, effects on the way are started and cancelled as their states now say.
/// - A branch keeps the branches it grows from alive, not those that grow from it. One that nobody holds is released,
///   and its effects are cancelled; neither effects nor subscriptions hold it.
///
/// Safe to use from any thread.
public final class StateStore<State: Sendable, Event: Codable & Sendable>: Sendable, Branch {
    /// Changes a state by an event: a pure function of both.
    public typealias Reducer = @Sendable (inout State, Event) -> Void

    @usableFromInline struct Inside {
        @usableFromInline var state: State
        @usableFromInline var observers: [Observer<State>] = []
        /// The turns of the observers among those of the whole tree, ascending.
        @usableFromInline var turns: [Int] = []
        @usableFromInline var followers: [Follower<State>] = []

        @inlinable init(state: State) { self.state = state }

        @inlinable func tell(_ places: Range<Int>) {
            for place in places { observers[place].hear(state) }
        }

        @inlinable func follow() {
            for follower in followers { follower.follow(state) }
        }
    }

    @usableFromInline let tree: Tree
    @usableFromInline let parent: (any Branch)?
    @usableFromInline let inside: Mutex<Inside>
    @usableFromInline let reducer: Reducer
    /// Passes an event of this branch through its parents to the root. Nil in the root.
    @usableFromInline let propagate: (@Sendable (Event, inout PendingNotifications) -> Void)?
    @usableFromInline let taps = Taps<State, Event>()

    /// Creates the root of a new tree.
    ///
    /// - Parameters:
    ///   - state: the initial state.
    ///   - environment: provides the tree's clock, lane and tasks.
    ///   - lane: the lane on which events are reduced; nil for one of the tree's own with room for `Tree.mostWaiting`
    ///     events.
    ///   - reducer: pure and brief; it must not use this tree.
    @inlinable public init(
        _ state: State, environment: Environment, lane: (any Lane)? = nil, reducer: @escaping Reducer
    ) {
        tree = Tree(environment: environment, lane: lane)
        parent = nil
        inside = Mutex(Inside(state: state))
        self.reducer = reducer
        propagate = nil
    }

    @inlinable init<Parent, ParentEvent>(
        _ state: State, on parent: StateStore<Parent, ParentEvent>, reducer: @escaping Reducer,
        embed: @escaping @Sendable (Event) -> ParentEvent
    ) {
        tree = parent.tree
        self.parent = parent
        inside = Mutex(Inside(state: state))
        self.reducer = reducer
        propagate = { event, pending in parent.pass(embed(event), &pending) }
    }

    deinit {
        for follower in inside.withLock({ $0.followers }) { follower.end() }
    }

    /// The state after the last reduced event.
    @inlinable public var state: State { inside.withLock { $0.state } }

    /// Queues an event. Returns nil when it is queued, and will then be reduced; else the failure `lane.full`.
    @discardableResult
    @inlinable public func dispatch(_ event: Event) -> Failure? {
        tree.lane.enqueue { self.process(event) } ? nil : .laneFull("state")
    }
}

// MARK: - Branches

extension StateStore {
    /// Creates a branch whose events are also this branch's events.
    @inlinable public func with<Child: Sendable>(
        _ state: Child, reducer: @escaping StateStore<Child, Event>.Reducer
    ) -> StateStore<Child, Event> {
        with(state, embed: { $0 }, reducer: reducer)
    }

    /// Creates a branch with its own events, which `embed` converts to this branch's.
    @inlinable public func with<Child: Sendable, ChildEvent: Codable & Sendable>(
        _ state: Child, embed: @escaping @Sendable (ChildEvent) -> Event,
        reducer: @escaping StateStore<Child, ChildEvent>.Reducer
    ) -> StateStore<Child, ChildEvent> {
        StateStore<Child, ChildEvent>(state, on: self, reducer: reducer, embed: embed)
    }

    /// Creates a branch whose reducer also receives the aspect of this branch's state that `narrow` selects, as it was
    /// before the event: a child's reducer runs before its parent's.
    @inlinable public func with<Child: Sendable, ChildEvent: Codable & Sendable, View>(
        _ state: Child, embed: @escaping @Sendable (ChildEvent) -> Event,
        seeing narrow: @escaping @Sendable (State) -> View,
        reducer: @escaping @Sendable (inout Child, ChildEvent, View) -> Void
    ) -> StateStore<Child, ChildEvent> {
        // The parent's lock is taken inside of the child's, never the other way round.
        with(state, embed: embed) { child, event in reducer(&child, event, narrow(self.state)) }
    }

    /// Creates a branch whose events are also this branch's events, and whose reducer also receives the aspect of this
    /// branch's state that `narrow` selects, as it was before the event.
    @inlinable public func with<Child: Sendable, View>(
        _ state: Child, seeing narrow: @escaping @Sendable (State) -> View,
        reducer: @escaping @Sendable (inout Child, Event, View) -> Void
    ) -> StateStore<Child, Event> {
        with(state, embed: { $0 }, seeing: narrow, reducer: reducer)
    }
}

// MARK: - On the lane

extension StateStore {
    @inlinable func process(_ event: Event) {
        var pending = PendingNotifications()
        tree.change()
        let now = reduce(event, &pending)
        propagate?(event, &pending)
        tree.change()
        if pending.isSilent {
            now.tell(now.observers.indices)
        } else {
            pending.add(Telling(turns: now.turns, tell: now.tell))
            pending.tell()
        }
        now.follow()
        pending.follow()
    }

    /// Passes an event of a child branch on to the root.
    @inlinable func pass(_ event: Event, _ pending: inout PendingNotifications) {
        let now = reduce(event, &pending)
        if !now.observers.isEmpty { pending.add(Telling(turns: now.turns, tell: now.tell)) }
        if !now.followers.isEmpty { pending.add(follow: now.follow) }
        propagate?(event, &pending)
    }

    /// Reduces the event and returns the contents after it.
    @inlinable func reduce(_ event: Event, _ pending: inout PendingNotifications) -> Inside {
        if taps.isInUse { return reduceForTaps(event, &pending) }
        return inside.withLock { inside in
            reducer(&inside.state, event)
            return inside
        }
    }

    @usableFromInline func reduceForTaps(_ event: Event, _ pending: inout PendingNotifications) -> Inside {
        let (before, after) = inside.withLock { inside in
            let before = inside.state
            reducer(&inside.state, event)
            return (before, inside)
        }
        let taps = taps.all
        pending.add(tap: { for tap in taps { tap.look(event, before, after.state) } })
        return after
    }
}

// MARK: - Observers and effects

extension StateStore {
    /// Adds a follower of this branch's state, beginning with the current one.
    @usableFromInline func add(_ follower: Follower<State>) {
        inside.withLock { $0.followers.append(follower) }
        let home = Weak(self)
        tree.soon {
            guard let branch = home.object else { return }
            // Kept alive, because a release in between would end what is begun here.
            withExtendedLifetime(branch) { follower.follow(branch.state) }
        }
    }

    @inlinable func subscribe(_ hear: @escaping @Sendable (State) -> Void) -> Subscription {
        let observer = Observer(hear)
        let home = Weak(self)
        tree.soon { home.object?.add(observer) }
        return Subscription {
            observer.cancel()
            home.object?.remove(observer)
        }
    }

    @usableFromInline func add(_ observer: Observer<State>) {
        guard !observer.isCancelled else { return }
        let state = inside.withLock { inside in
            inside.observers.append(observer)
            inside.turns.append(tree.nextTurn())
            return inside.state
        }
        observer.hear(state)
    }

    /// Releases the observer outside of the lock: it may hold the last reference to an object that unsubscribes others.
    @usableFromInline func remove(_ observer: Observer<State>) {
        let gone = inside.withLock { inside in
            guard let place = inside.observers.firstIndex(where: { $0 === observer }) else {
                return Observer<State>?.none
            }
            inside.turns.remove(at: place)
            return inside.observers.remove(at: place)
        }
        withExtendedLifetime(gone) {}
    }
}
