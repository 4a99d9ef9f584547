import Synchronization

/// Work outside the state tree, described by state. It ends soon after its task is cancelled, and says what it found
/// by dispatching events, the last of which ends its run.
public struct Effect: Sendable {
    let work: @Sendable () async -> Void

    public init(_ work: @escaping @Sendable () async -> Void) { self.work = work }
}

/// Whether an effect should be running, as a value in a state: reducers write it, the tree obeys it.
public struct EffectState: Hashable, Codable, Sendable {
    /// Not yet, under way, or how the last run ended.
    public enum Phase: Hashable, Codable, Sendable {
        case idle
        case running
        case succeeded
        case failed(Failure)
        case cancelled
    }

    public private(set) var phase = Phase.idle
    /// How many runs there were, the present one included. A new number is a new run.
    public private(set) var runs = 0

    public init() {}

    public var isRunning: Bool { phase == .running }

    /// Begins a run, unless one is under way.
    public mutating func run() {
        if !isRunning { restart() }
    }

    /// Begins a run; one under way is cancelled.
    public mutating func restart() {
        phase = .running
        runs += 1
    }

    /// Ends the run under way, if there is one, as not wanted any more.
    public mutating func cancel() { end(.cancelled) }
    /// Ends the run under way, if there is one, as done.
    public mutating func succeed() { end(.succeeded) }
    /// Ends the run under way, if there is one, as gone wrong.
    public mutating func fail(_ failure: Failure) { end(.failed(failure)) }

    private mutating func end(_ phase: Phase) {
        if isRunning { self.phase = phase }
    }
}

/// Makes one effect of one branch follow its state. Used on the tree's lane, but for `end`.
final class EffectPerformer<State: Sendable>: Sendable {
    private let environment: Environment
    private let path: KeyPath<State, EffectState> & Sendable
    private let make: @Sendable (State, EffectRun) -> Effect
    private let current = Mutex<EffectRun?>(nil)

    init(
        environment: Environment, path: KeyPath<State, EffectState> & Sendable,
        make: @escaping @Sendable (State, EffectRun) -> Effect
    ) {
        self.environment = environment
        self.path = path
        self.make = make
    }

    func follow(_ state: State) {
        let wanted = state[keyPath: path]
        let number = wanted.isRunning ? wanted.runs : nil
        guard number != current.withLock({ $0?.number }) else { return }
        end()
        guard let number else { return }
        let run = EffectRun(number)
        current.withLock { $0 = run }
        let effect = make(state, run)
        run.hold(environment.spawn("effect", effect.work))
    }

    func end() {
        let run = current.withLock { current in
            defer { current = nil }
            return current
        }
        run?.end()
    }
}

/// One run of an effect, from the state that began it to the state that ended it.
final class EffectRun: Sendable {
    private struct State {
        var task: (any Running)?
        var isUnderWay = true
    }

    let number: Int
    private let state = Mutex(State())

    init(_ number: Int) { self.number = number }

    var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

    func hold(_ task: any Running) {
        let isUnderWay = state.withLock { state in
            state.task = task
            return state.isUnderWay
        }
        if !isUnderWay { task.cancel() }
    }

    func end() {
        let task = state.withLock { state in
            state.isUnderWay = false
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }
}
