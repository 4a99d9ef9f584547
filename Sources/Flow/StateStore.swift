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
public final class StateStore<State: Sendable, Event: Codable & Sendable>: Sendable {
    /// Changes a state as an event says: a pure function of the two.
    public typealias Reducer = @Sendable (inout State, Event) -> Void

    let tree: Tree
    private let current: Mutex<State>
    private let reducer: Reducer
    /// Takes an event of this branch through the branches below towards the root. Holds them. Nil in the root.
    private let climb: (@Sendable (Event, inout Path) -> Void)?
    private let effects = Mutex<[any FollowsState<State>]>([])

    /// The root of a new tree.
    ///
    /// - Parameters:
    ///   - lane: where events are worked off; the tree's own, with room for `Tree.mostWaiting` events, when nil.
    ///   - reducer: pure and brief; it must not ask this tree anything.
    public init(
        _ state: State, environment: Environment, lane: (any Lane)? = nil, reducer: @escaping Reducer
    ) {
        tree = Tree(environment: environment, lane: lane)
        current = Mutex(state)
        self.reducer = reducer
        climb = nil
    }

    private init(
        _ state: State, tree: Tree, reducer: @escaping Reducer, climb: @escaping @Sendable (Event, inout Path) -> Void
    ) {
        self.tree = tree
        current = Mutex(state)
        self.reducer = reducer
        self.climb = climb
    }

    deinit {
        for effect in effects.withLock({ $0 }) { effect.end() }
        tree.forget(ObjectIdentifier(self))
    }

    /// A new branch whose events are this branch's events too.
    public func with<Child: Sendable>(
        _ state: Child, reducer: @escaping StateStore<Child, Event>.Reducer
    ) -> StateStore<Child, Event> {
        with(state, embed: { $0 }, reducer: reducer)
    }

    /// A new branch with events of its own; `embed` says what they are to this branch.
    public func with<Child: Sendable, ChildEvent: Codable & Sendable>(
        _ state: Child, embed: @escaping @Sendable (ChildEvent) -> Event,
        reducer: @escaping StateStore<Child, ChildEvent>.Reducer
    ) -> StateStore<Child, ChildEvent> {
        StateStore<Child, ChildEvent>(state, tree: tree, reducer: reducer) { event, path in
            self.reduce(embed(event), &path)
        }
    }

    /// The state after the last event that was reduced.
    public var state: State { current.withLock { $0 } }

    /// Queues an event. Nil when it is queued, and then it will be reduced; else the failure `lane.full`.
    @discardableResult
    public func dispatch(_ event: Event) -> Failure? {
        tree.lane.enqueue { self.process(event) } ? nil : .laneFull("state")
    }

    /// A capability that shows the aspect of this state that `narrow` selects, and cannot dispatch. Holds this branch.
    public func reading<View>(_ narrow: @escaping @Sendable (State) -> View) -> Reading<View> {
        let home = Weak(self)
        return Reading(tree, of: [ObjectIdentifier(self)]) {
            narrow(self.state)
        } glance: {
            home.object.map { narrow($0.state) }
        }
    }

    /// The same over this branch and one it grows from: state flows down.
    ///
    /// Observers hear once per event that reached either, with both states as they are after it.
    public func reading<Below: Sendable, BelowEvent, View>(
        above below: StateStore<Below, BelowEvent>, _ narrow: @escaping @Sendable (Below, State) -> View
    ) -> Reading<View> {
        precondition(tree === below.tree, "a reading over two trees")
        let (home, ground) = (Weak(self), Weak(below))
        return Reading(tree, of: [ObjectIdentifier(self), ObjectIdentifier(below)]) {
            narrow(below.state, self.state)
        } glance: {
            guard let below = ground.object, let home = home.object else { return nil }
            return narrow(below.state, home.state)
        }
    }
}

// MARK: - On the lane

extension StateStore {
    /// Adds what follows this branch's state, beginning with the present one.
    func add(_ performer: any FollowsState<State>) {
        effects.withLock { $0.append(performer) }
        let home = Weak(self)
        tree.soon { home.object?.followEffects() }
    }

    func process(_ event: Event) {
        var path = Path()
        reduce(event, &path)
        tree.tell(path)
        path.followEffects()
    }

    private func reduce(_ event: Event, _ path: inout Path) {
        current.withLock { reducer(&$0, event) }
        path.append(self)
        climb?(event, &path)
    }
}

extension StateStore: Branch {
    func followEffects() {
        let effects = effects.withLock { $0 }
        guard !effects.isEmpty else { return }
        let state = state
        for effect in effects { effect.follow(state) }
    }
}
