import Synchronization

/// An environment whose work can be ended as a whole: everything started or scheduled through it is cancelled together.
///
/// Safe to use from any thread. Work that is started after the end is cancelled at once.
public final class Scope: Sendable {
    private struct State {
        var underWay: [Int: Work] = [:]
        var tasks = 0
        var nextNumber = 0
        var isOver = false
        var whenOver: [@Sendable () -> Void] = []
    }

    private let base: Environment
    private let state = Mutex(State())

    public init(_ base: Environment) { self.base = base }

    /// The base environment; everything started through it belongs to this scope.
    public var environment: Environment {
        var environment = base
        environment.spawn = { name, work in self.spawn(name, work) }
        environment.spawnThread = { name, work in self.spawnThread(name, work) }
        environment.lane = { name, limit in ScopedLane(lane: self.base.lane(name, limit), scope: self) }
        return environment
    }

    /// Cancels everything and calls `over` once every task has returned; at once on this thread when none runs.
    public func end(_ over: @escaping @Sendable () -> Void) {
        let (cancelled, isIdle) = state.withLock { state in
            state.isOver = true
            if state.tasks > 0 { state.whenOver.append(over) }
            return (state.underWay.sorted { $0.key < $1.key }.map(\.value), state.tasks == 0)
        }
        for work in cancelled { work.cancel() }
        if isIdle { over() }
    }

    private func spawn(_ name: String, _ body: @escaping @Sendable () async -> Void) -> any Running {
        let (number, work) = begin(tasks: 1)
        work.hold(
            base.spawn(name) {
                await body()
                self.finish(number, tasks: 1)
            })
        return work
    }

    private func spawnThread(
        _ name: String, _ body: @escaping @Sendable (Cancellation) -> Void
    ) -> any Running {
        let (number, work) = begin(tasks: 1)
        work.hold(
            base.spawnThread(name) { cancellation in
                body(cancellation)
                self.finish(number, tasks: 1)
            })
        return work
    }

    fileprivate func schedule(
        on lane: any Lane, at time: Uptime, _ body: @escaping @Sendable () -> Void
    ) -> any Running {
        let (number, work) = begin(tasks: 0)
        work.hold(
            lane.schedule(at: time) {
                self.finish(number, tasks: 0)
                body()
            })
        return work
    }

    private func begin(tasks: Int) -> (number: Int, work: Work) {
        state.withLock { state in
            let number = state.nextNumber
            let work = Work(isCancelled: state.isOver) { [weak self] in
                if tasks == 0 { self?.finish(number, tasks: 0) }
            }
            state.nextNumber += 1
            state.tasks += tasks
            state.underWay[number] = work
            return (number, work)
        }
    }

    private func finish(_ number: Int, tasks: Int) {
        let whenOver = state.withLock { state in
            state.underWay[number] = nil
            state.tasks -= tasks
            guard state.tasks == 0 else { return [@Sendable () -> Void]() }
            defer { state.whenOver = [] }
            return state.whenOver
        }
        for over in whenOver { over() }
    }
}

/// Started work that may be cancelled before its handle is known.
private final class Work: Running {
    private struct State {
        var running: (any Running)?
        var isCancelled: Bool
    }

    private let state: Mutex<State>
    private let forget: @Sendable () -> Void

    init(isCancelled: Bool, forget: @escaping @Sendable () -> Void) {
        state = Mutex(State(isCancelled: isCancelled))
        self.forget = forget
    }

    func hold(_ running: any Running) {
        let isCancelled = state.withLock { state in
            state.running = running
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    func cancel() {
        let running = state.withLock { state in
            state.isCancelled = true
            defer { state.running = nil }
            return state.running
        }
        guard let running else { return }
        running.cancel()
        forget()
    }
}

/// A lane whose scheduled work belongs to a scope.
private struct ScopedLane: Lane {
    let lane: any Lane
    let scope: Scope

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool { lane.enqueue(work) }
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        scope.schedule(on: lane, at: time, work)
    }
    func assertOnLane() { lane.assertOnLane() }
}
