/// Work outside the state tree, described by state. It ends soon after its task is cancelled, and says what it found
/// by dispatching events, the last of which ends its run.
public struct Effect: Sendable {
    @usableFromInline let work: @Sendable () async -> Void

    public init(_ work: @escaping @Sendable () async -> Void) { self.work = work }

    /// Nothing to do.
    public static let skip = Effect {}
}

extension StateStore {
    /// What an effect says what it found with. Always taken, however much waits: a lost event would leave its state
    /// in progress forever. Once the run is over, nothing it says is reduced.
    public struct EffectDispatch: Sendable {
        @usableFromInline let tree: Tree
        @usableFromInline let run: EffectRun
        @usableFromInline let process: @Sendable (Event) -> Void

        @inlinable init(tree: Tree, run: EffectRun, process: @escaping @Sendable (Event) -> Void) {
            self.tree = tree
            self.run = run
            self.process = process
        }

        @inlinable public func callAsFunction(_ event: Event) {
            tree.soon { if run.isUnderWay { process(event) } }
        }

        /// Says the event, and waits until it is reduced. False when the run is over by then: whatever it does from
        /// now on, nobody hears of it, and another run may be doing the same.
        public func announce(_ event: Event) async -> Bool {
            let answer = Answer<Bool>()
            callAsFunction(event)
            tree.soon { answer.settle(.success(run.isUnderWay)) }
            return (try? await answer.value()) ?? false
        }
    }

    /// Starts what `make` returns when the effect state at `path` says that an attempt is in progress and its delay is
    /// over, once per attempt, and really cancels it when that attempt is over.
    ///
    /// `make` is called on the tree's lane, with the state as it is when the work begins. What is in progress already
    /// is continued: begun, as nothing of it runs yet.
    @discardableResult
    @inlinable public func effect(
        _ path: KeyPath<State, EffectState> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            if let wanted = state[keyPath: path].wish { wish(Sole(), wanted) }
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// The same for each effect state at `path`, by id, each independent of the others: an id that is added in
    /// progress starts, one that is removed is cancelled.
    @discardableResult
    @inlinable public func effects<ID>(
        _ path: KeyPath<State, EffectStates<ID>> & Sendable,
        _ make: @escaping @Sendable (ID, State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            for entry in state[keyPath: path].entries {
                if let wanted = entry.wish { wish(entry.id, wanted) }
            }
        } make: { id, state, dispatch in
            make(id, state, dispatch)
        }
    }

    /// Runs while the value at `path` is true. Work that returns before is not begun anew until it was false.
    @discardableResult
    @inlinable public func effect(
        _ path: KeyPath<State, Bool> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            if state[keyPath: path] { wish(Sole(), Wish(mark: true)) }
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// Runs once for each value at `path`, the present one included: a new value cancels the run of the one before.
    @discardableResult
    @inlinable public func effect<Value: Equatable & Sendable>(
        onChange path: KeyPath<State, Value> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            wish(Sole(), Wish(mark: state[keyPath: path]))
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    @inlinable func attach<ID, Mark>(
        _ path: PartialKeyPath<State>, _ wishes: @escaping EffectPerformer<State, ID, Mark>.Wishes,
        make: @escaping @Sendable (ID, State, EffectDispatch) -> Effect
    ) -> StateStore {
        let home = Weak(self)
        let performer = EffectPerformer(tree, named: path.nameOfEffect, wishes: wishes) { [tree] id, run in
            guard let state = home.object?.state else { return .skip }
            return make(id, state, EffectDispatch(tree: tree, run: run) { home.object?.process($0) })
        }
        add(Follower(follow: { performer.follow($0) }, end: { performer.end() }))
        return self
    }
}

/// What a state wants of one effect: that this is in progress, begun after that delay.
@usableFromInline struct Wish<Mark: Equatable & Sendable>: Sendable {
    /// Another mark is another beginning.
    @usableFromInline let mark: Mark
    @usableFromInline var delay: Duration
    @usableFromInline var retry: Retry

    @inlinable init(mark: Mark, delay: Duration = .zero, retry: Retry = .never) {
        self.mark = mark
        self.delay = delay
        self.retry = retry
    }
}

/// One beginning of an effect state: of this state and no other, and of none that was forgotten and added again.
@usableFromInline struct Beginning: Equatable, Sendable {
    private let state: UInt64
    private let added: Int
    private let number: Int

    @usableFromInline init(of state: EffectState, added: Int = 0) {
        (self.state, self.added, number) = (state.identity.number, added, state.beginnings)
    }
}

/// The id of an effect that is the only one of its kind.
@usableFromInline struct Sole: Hashable, Sendable {
    @inlinable init() {}
}

extension PartialKeyPath {
    /// `spool.printers` for `\TillState.spool.printers`: what tasks and tests call an effect.
    @usableFromInline var nameOfEffect: String {
        let path = String(describing: self)
        return path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
    }
}

extension EffectState {
    @usableFromInline var wish: Wish<Beginning>? {
        attempt.map { Wish(mark: Beginning(of: self), delay: $0.delay, retry: retry) }
    }
}

extension EffectStates.Entry {
    @inlinable var wish: Wish<Beginning>? {
        state.attempt.map { Wish(mark: Beginning(of: state, added: number), delay: $0.delay, retry: state.retry) }
    }
}
