import Flow
import Synchronization

/// An environment that knows everything started through it until it has ended.
final class WorkWatch: Sendable {
    private struct Work {
        let name: String
        var isCancelled = false
    }

    private struct State {
        var steps: [EffectStep] = []
        var working: [Int: Work] = [:]
        /// The scheduled work by its due time.
        var due: [Int: Uptime] = [:]
        var started = 0
    }

    private let base: Environment
    private let state = Mutex(State())

    init(_ base: Environment) { self.base = base }

    /// The base environment, watched.
    var environment: Environment {
        var environment = base
        environment.spawn = { name, work in self.spawn(name, work) }
        environment.spawnThread = { name, work in self.spawnThread(name, work) }
        environment.lane = { name, limit in WatchedLane(lane: self.base.lane(name, limit), watch: self) }
        return environment
    }

    /// Takes these steps, those of one name in order, and returns the missing ones as sentences.
    func expect(_ steps: [EffectStep]) -> [String] {
        state.withLock { state in
            steps.compactMap { step in
                guard let place = state.steps.firstIndex(where: { $0.name == step.name }), state.steps[place] == step
                else { return "\(step) was expected, and did not come" }
                state.steps.remove(at: place)
                return nil
            }
        }
    }

    func unexpected() -> [String] {
        state.withLock { $0.steps.map { "\($0) came unexpected" } }
    }

    func unfinished(at now: Uptime) -> [String] {
        state.withLock { state in
            state.working.sorted { $0.key < $1.key }.map { "\($0.value.name) still works" }
                + state.due.sorted { $0.key < $1.key }.map { "something is still to come in \($0.value - now)" }
        }
    }

    private func spawn(_ name: String, _ work: @escaping @Sendable () async -> Void) -> any Running {
        let number = begin(name)
        let task = base.spawn(name) {
            await work()
            self.end(number)
        }
        return Watched(running: task) { self.cancel(number) }
    }

    private func spawnThread(
        _ name: String, _ work: @escaping @Sendable (Cancellation) -> Void
    ) -> any Running {
        let number = begin(name)
        let thread = base.spawnThread(name) { cancellation in
            work(cancellation)
            self.end(number)
        }
        return Watched(running: thread) { self.cancel(number) }
    }

    private func begin(_ name: String) -> Int {
        begin { state, number in
            state.working[number] = Work(name: name)
            state.steps.append(.begun(name))
        }
    }

    private func cancel(_ number: Int) { state.withLock { $0.working[number]?.isCancelled = true } }

    private func end(_ number: Int) {
        state.withLock { state in
            guard let work = state.working.removeValue(forKey: number) else { return }
            state.steps.append(work.isCancelled ? .cancelled(work.name) : .returned(work.name))
        }
    }

    fileprivate func schedule(
        on lane: any Lane, at time: Uptime, _ work: @escaping @Sendable () -> Void
    ) -> any Running {
        let number = begin { state, number in state.due[number] = time }
        let timer = lane.schedule(at: time) {
            self.forget(number)
            work()
        }
        return Watched(running: timer) { self.forget(number) }
    }

    private func begin(_ note: (inout State, Int) -> Void) -> Int {
        state.withLock { state in
            state.started += 1
            note(&state, state.started)
            return state.started
        }
    }

    private func forget(_ number: Int) { state.withLock { $0.due[number] = nil } }
}

/// Started work whose cancellation is noticed.
private struct Watched: Running {
    let running: any Running
    let notice: @Sendable () -> Void

    func cancel() {
        notice()
        running.cancel()
    }
}

/// A lane whose scheduled work is watched.
private struct WatchedLane: Lane {
    let lane: any Lane
    let watch: WorkWatch

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool { lane.enqueue(work) }
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        watch.schedule(on: lane, at: time, work)
    }
    func assertOnLane() { lane.assertOnLane() }
}
