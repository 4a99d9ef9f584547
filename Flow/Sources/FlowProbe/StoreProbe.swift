import Flow

/// A store under an exhaustive test: these events, these states, these effects, nothing else, and at the end nobody who
/// still works.
///
/// ```swift
/// let world = VirtualWorld()
/// let probe = StoreProbe(GrinderState(), in: world) { state, event in state.reduce(event) }
/// probe.store.effect(\.grinding) { state, dispatch in Effect { dispatch(.ground) } }
///
/// try probe.send(.started) { $0.grinding.run() }
/// try probe.receive(.ground) { $0.finish() }
/// try probe.effects(.begun("grinding"), .returned("grinding"))
/// try probe.finish()
/// ```
///
/// Every lack is thrown as a `Lack`, which names what came unexpected, what did not come, and what still works: any
/// test library reports it, none is needed. What comes is held until it is expected; time passes only when the test
/// lets it. Branches grown from `store` are part of the test: their events go up to it.
public final class StoreProbe<State: Equatable & Sendable, Event: Codable & Equatable & Sendable>: Sendable {
    /// The store under test. Attach effects to it and grow branches from it.
    public let store: StateStore<State, Event>
    /// The environment for effects and their helpers: the world's, with everything started through it observed.
    public let environment: Environment

    private let world: VirtualWorld
    private let watch: WorkWatch
    private let record: Record<State, Event>
    private let isExhaustive: Bool

    /// Makes a store under test in `world`.
    ///
    /// With `isExhaustive` false, for a test of one thing in a large tree, unexpected events and effects are skipped, work
    /// may be unfinished at the end, and `changes` states what is known of the state instead of everything that changed.
    public init(
        _ state: State, in world: VirtualWorld, isExhaustive: Bool = true,
        reducer: @escaping StateStore<State, Event>.Reducer
    ) {
        self.world = world
        self.isExhaustive = isExhaustive
        let watch = WorkWatch(world.environment)
        let record = Record<State, Event>(state, isExhaustive: isExhaustive)
        (self.watch, self.record) = (watch, record)
        environment = watch.environment
        store = StateStore(state, environment: environment) { state, event in
            reducer(&state, event)
            record.add(event, state)
        }
    }

    /// Dispatches the event, runs everything that is ready, and expects the event to be reduced first and the state to
    /// change only by `changes`.
    public func send(_ event: Event, changes: (inout State) -> Void = { _ in }) throws(Lack) {
        world.run()
        try report(record.unexpected())
        if let refusal = store.dispatch(event) { throw Lack(["\(event) was refused: \(refusal)"]) }
        try receive(event, changes: changes)
    }

    /// Expects the event to be reduced next, dispatched by an effect or another branch, and the state to change only by
    /// `changes`.
    public func receive(_ event: Event, changes: (inout State) -> Void = { _ in }) throws(Lack) {
        world.run()
        try report(record.expect(event, changes))
    }

    /// Expects these steps of effects among the remaining ones; those of one effect in this order.
    public func effects(_ steps: EffectStep...) throws(Lack) {
        world.run()
        try report(watch.expect(steps))
    }

    /// Expects that nothing unexpected is left, and that nothing runs or is due later.
    public func finish() throws(Lack) {
        world.run()
        guard isExhaustive else { return }
        try report(record.unexpected() + watch.unexpected() + watch.unfinished(at: world.uptime))
    }

    private func report(_ lacks: [String]) throws(Lack) {
        if !lacks.isEmpty { throw Lack(lacks) }
    }
}
