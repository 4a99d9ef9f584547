import Synchronization

/// One branch of a tree of state: a state, the pure reducer that changes it, and the branch it grows from.
///
/// ```swift
/// let root = StateStore(AppState(), environment: environment) { state, event in state.reduce(event) }
///     .effect(\.effectState) { state, dispatch in Effect { … } }
/// let reader = root.with(ReaderState(), embed: AppEvent.reader) { state, event in state.reduce(event) }
/// ```
///
/// Promises, for the tree as a whole:
/// - Events are worked off one at a time, in the order dispatched, on the tree's lane; never inside `dispatch`.
/// - An event climbs from the branch it is dispatched to up to the root. Siblings and children never see it.
/// - All reducers on the way run, the branch's own first, before any observer hears of it.
/// - Observers on the way hear in the order they subscribed, in the whole tree: every state, none merged. What an
///   observer dispatches is queued.
/// - After the observers, effects on the way are started and cancelled as their states now say.
/// - A branch keeps the branches it grows from alive, not those that grow from it. One that nobody holds is released,
///   and its effects are cancelled; neither effects nor subscriptions hold it.
///
/// Safe to use from any thread.
public final class StateStore<State: Sendable, Event: Codable & Sendable>: Sendable, Branch {
    /// Changes a state as an event says: a pure function of the two.
    public typealias Reducer = @Sendable (inout State, Event) -> Void

    @usableFromInline struct Inside {
        @usableFromInline var state: State
        @usableFromInline var observers: [Observer<State>] = []
        /// Of the observers, among all of the tree. Ascending.
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
    @usableFromInline let ground: (any Branch)?
    @usableFromInline let inside: Mutex<Inside>
    @usableFromInline let reducer: Reducer
    /// Takes an event of this branch through the branches below towards the root. Nil in the root.
    @usableFromInline let climb: (@Sendable (Event, inout Aftermath) -> Void)?

    /// The root of a new tree.
    ///
    /// - Parameters:
    ///   - lane: where events are worked off; the tree's own, with room for `Tree.mostWaiting` events, when nil.
    ///   - reducer: pure and brief; it must not ask this tree anything.
    @inlinable public init(
        _ state: State, environment: Environment, lane: (any Lane)? = nil, reducer: @escaping Reducer
    ) {
        tree = Tree(environment: environment, lane: lane)
        ground = nil
        inside = Mutex(Inside(state: state))
        self.reducer = reducer
        climb = nil
    }

    @inlinable init<Ground, GroundEvent>(
        _ state: State, on ground: StateStore<Ground, GroundEvent>, reducer: @escaping Reducer,
        embed: @escaping @Sendable (Event) -> GroundEvent
    ) {
        tree = ground.tree
        self.ground = ground
        inside = Mutex(Inside(state: state))
        self.reducer = reducer
        climb = { event, aftermath in ground.pass(embed(event), &aftermath) }
    }

    deinit {
        for follower in inside.withLock({ $0.followers }) { follower.end() }
    }

    /// A new branch whose events are this branch's events too.
    @inlinable public func with<Child: Sendable>(
        _ state: Child, reducer: @escaping StateStore<Child, Event>.Reducer
    ) -> StateStore<Child, Event> {
        with(state, embed: { $0 }, reducer: reducer)
    }

    /// A new branch with events of its own; `embed` says what they are to this branch.
    @inlinable public func with<Child: Sendable, ChildEvent: Codable & Sendable>(
        _ state: Child, embed: @escaping @Sendable (ChildEvent) -> Event,
        reducer: @escaping StateStore<Child, ChildEvent>.Reducer
    ) -> StateStore<Child, ChildEvent> {
        StateStore<Child, ChildEvent>(state, on: self, reducer: reducer, embed: embed)
    }

    /// The state after the last event that was reduced.
    @inlinable public var state: State { inside.withLock { $0.state } }

    /// Queues an event. Nil when it is queued, and then it will be reduced; else the failure `lane.full`.
    @discardableResult
    @inlinable public func dispatch(_ event: Event) -> Failure? {
        tree.lane.enqueue { self.process(event) } ? nil : .laneFull("state")
    }

    /// A capability that shows the aspect of this state that `narrow` selects, and cannot dispatch. Holds this branch.
    @inlinable public func reading<View>(_ narrow: @escaping @Sendable (State) -> View) -> Reading<View> {
        Reading(of: self) {
            narrow(self.state)
        } listen: { hear in
            self.subscribe { hear(narrow($0)) }
        }
    }

    /// The same over this branch and one it grows from: state flows down.
    ///
    /// Observers hear once per event that reached either, with both states as they are after it.
    @inlinable public func reading<Below: Sendable, BelowEvent, View>(
        above below: StateStore<Below, BelowEvent>, _ narrow: @escaping @Sendable (Below, State) -> View
    ) -> Reading<View> {
        reading(above: below.reading { $0 }, narrow)
    }

    /// The same over this branch and what a reading of a branch it grows from shows: state flows down any number of
    /// branches.
    @inlinable public func reading<Below, View>(
        above below: Reading<Below>, _ narrow: @escaping @Sendable (Below, State) -> View
    ) -> Reading<View> {
        precondition(grows(from: below.branch), "a reading above a branch that this one does not grow from")
        return Reading(of: self) {
            let (under, here) = self.tree.atOnce { (below.current, self.state) }
            return narrow(under, here)
        } listen: { hear in
            // What reaches this branch reaches the one below: who hears that one hears all.
            let home = Weak(self)
            return below.subscribe { state in home.object.map { hear(narrow(state, $0.state)) } }
        }
    }
}

// MARK: - On the lane

extension StateStore {
    @inlinable func process(_ event: Event) {
        var aftermath = Aftermath()
        tree.change()
        let now = reduce(event)
        climb?(event, &aftermath)
        tree.change()
        if aftermath.isSilent {
            now.tell(now.observers.indices)
        } else {
            aftermath.add(Telling(turns: now.turns, tell: now.tell))
            aftermath.tell()
        }
        now.follow()
        aftermath.follow()
    }

    /// An event of a branch that grows from this one passes, on its way to the root.
    @inlinable func pass(_ event: Event, _ aftermath: inout Aftermath) {
        let now = reduce(event)
        if !now.observers.isEmpty { aftermath.add(Telling(turns: now.turns, tell: now.tell)) }
        if !now.followers.isEmpty { aftermath.add(follow: now.follow) }
        climb?(event, &aftermath)
    }

    /// What is inside after the event.
    @inlinable func reduce(_ event: Event) -> Inside {
        inside.withLock { inside in
            reducer(&inside.state, event)
            return inside
        }
    }
}

// MARK: - Who observes, what follows

extension StateStore {
    /// Adds what follows this branch's state, beginning with the present one.
    @usableFromInline func add(_ follower: Follower<State>) {
        inside.withLock { $0.followers.append(follower) }
        let home = Weak(self)
        tree.soon {
            guard let branch = home.object else { return }
            // Released in between, it would end what is then begun.
            withExtendedLifetime(branch) { branch.inside.withLock { $0 }.follow() }
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

    /// What goes is released outside the lock: it may hold the last reference to something that removes in turn.
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
