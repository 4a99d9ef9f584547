import Synchronization

/// The work of a virtual world, and when it is due.
final class Agenda: Sendable {
    typealias Work = @Sendable () -> Void

    private enum Ready {
        case work(Work)
        case next(of: VirtualLane)
    }

    private struct State {
        var uptime = Agenda.start
        var chance: SeededGenerator
        var random: SeededGenerator
        var ready: [Ready] = []
        /// The timers by time, then by number, the latest first.
        var timers: [VirtualTimer] = []
        var timersMade = 0
        var lane: VirtualLane?
        var isRunning = false

        /// The index of the timer among the waiting ones.
        func place(of timer: VirtualTimer) -> Int {
            var (first, end) = (timers.startIndex, timers.endIndex)
            while first < end {
                let middle = (first + end) / 2
                if timers[middle].isBefore(timer) { end = middle } else { first = middle + 1 }
            }
            return first
        }
    }

    /// Not zero, so that times before the start can be expressed.
    static let start = Uptime(nanoseconds: 1_000_000_000_000)

    private let state: Mutex<State>

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let chance = SeededGenerator(seed: generator.next())
        state = Mutex(State(chance: chance, random: SeededGenerator(seed: generator.next())))
    }

    var uptime: Uptime { state.withLock { $0.uptime } }
    func set(_ uptime: Uptime) { state.withLock { $0.uptime = max($0.uptime, uptime) } }
    func random() -> UInt64 { state.withLock { $0.random.next() } }

    /// Adds work that is ready and belongs to no lane.
    func add(_ work: @escaping Work) { state.withLock { $0.ready.append(.work(work)) } }

    /// Adds a lane that has work again.
    func add(_ lane: VirtualLane) { state.withLock { $0.ready.append(.next(of: lane)) } }

    /// Calls `due` at that time while the agenda runs, or at once when the time has passed.
    func schedule(at time: Uptime, _ due: @escaping Work) -> VirtualTimer {
        let (timer, isDue) = state.withLock { state in
            let timer = VirtualTimer(time: time, number: state.timersMade, work: Once(due))
            state.timersMade += 1
            guard time > state.uptime else { return (timer, true) }
            state.timers.insert(timer, at: state.place(of: timer))
            return (timer, false)
        }
        if isDue { timer.fire() }
        return timer
    }

    func sleep(until time: Uptime) async throws(CancellationError) {
        let awake = Answer<Void>()
        let timer = schedule(at: time) { awake.settle(.success(())) }
        defer { timer.cancel() }
        do {
            try await awake.value()
        } catch {
            throw CancellationError()
        }
    }

    /// Traps when the world is already running: its work must not drive it.
    func running(_ body: () -> Void) {
        let wasRunning = state.withLock { state in
            defer { state.isRunning = true }
            return state.isRunning
        }
        precondition(!wasRunning, "the world was told to run from inside itself")
        body()
        state.withLock { $0.isRunning = false }
    }

    /// Runs what is ready, in an order drawn from the seed, until nothing is.
    func drain() {
        var steps = 0
        while let ready = draw() {
            steps += 1
            precondition(steps < VirtualWorld.mostSteps, "the world does not come to rest")
            switch ready {
            case .work(let work): work()
            case .next(let lane): perform(lane)
            }
        }
    }

    /// Advances to the next moment at which something is due and makes it ready. Returns false when there is none.
    func skip(notBeyond end: Uptime? = nil) -> Bool {
        let due = state.withLock { state in
            while state.timers.last?.isPending == false { state.timers.removeLast() }
            guard let time = state.timers.last?.time, time <= end ?? time else { return [VirtualTimer]() }
            state.uptime = time
            let first = state.timers.count - state.timers.reversed().prefix { $0.time == time }.count
            defer { state.timers.removeSubrange(first...) }
            return state.timers[first...].reversed()
        }
        for timer in due { timer.fire() }
        return !due.isEmpty
    }

    /// For how long nothing is ready and nothing is due, up to `end`.
    func idle(until end: Uptime) -> Duration {
        state.withLock { state in
            while state.timers.last?.isPending == false { state.timers.removeLast() }
            guard state.ready.isEmpty else { return .zero }
            return max(.zero, min(state.timers.last?.time ?? end, end) - state.uptime)
        }
    }

    func isOn(_ lane: VirtualLane) -> Bool { state.withLock { $0.lane === lane } }

    private func draw() -> Ready? {
        state.withLock { state in
            guard !state.ready.isEmpty else { return nil }
            let chosen = Int.random(in: 0..<state.ready.count, using: &state.chance)
            state.ready.swapAt(chosen, state.ready.endIndex - 1)
            return state.ready.removeLast()
        }
    }

    private func perform(_ lane: VirtualLane) {
        let work = lane.takeFirst()
        state.withLock { $0.lane = lane }
        work()
        state.withLock { $0.lane = nil }
        lane.pieceDone()
    }
}
