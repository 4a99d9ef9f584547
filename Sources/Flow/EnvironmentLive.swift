import Dispatch
import Foundation
import Synchronization

extension Environment {
    /// The real world: the wall clock, `CLOCK_MONOTONIC`, the system's randomness, Dispatch queues, tasks of the pool.
    public static let live = Environment(
        now: { Date() },
        uptime: { .live },
        random: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        },
        lane: { name, limit in QueueLane(name: name, limit: limit) },
        spawn: { name, work in
            let task = Task(name: name) { await work() }
            return Cancelling { task.cancel() }
        },
        sleep: { time async throws(CancellationError) in
            let span = time - .live
            do {
                try await Task.sleep(for: span, tolerance: .zero, clock: .suspending)
            } catch {
                throw CancellationError()
            }
        })
}

extension Uptime {
    fileprivate static var live: Uptime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

private struct Cancelling: Running {
    let body: @Sendable () -> Void
    func cancel() { body() }
}

/// A serial Dispatch queue that counts what waits in it.
private final class QueueLane: Lane {
    private let queue: DispatchQueue
    private let limit: Int
    private let waiting = Mutex(0)

    init(name: String, limit: Int) {
        precondition(limit > 0, "a lane in which nothing may wait")
        queue = DispatchQueue(label: "till.\(name)", qos: .userInitiated)
        self.limit = limit
    }

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        let hasRoom = waiting.withLock { waiting in
            guard waiting < limit else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { return false }
        queue.async {
            self.waiting.withLock { $0 -= 1 }
            work()
        }
        return true
    }

    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        let timer = QueueTimer(work)
        timer.start(on: queue, in: time - .live)
        return timer
    }

    func assertOnLane() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Work for one moment on a queue. Kept alive by the queue until it ran or was cancelled, not by whoever may cancel it.
private final class QueueTimer: Running {
    private struct State {
        var work: (@Sendable () -> Void)?
        var source: (any DispatchSourceTimer)?
    }

    private let state: Mutex<State>

    init(_ work: @escaping @Sendable () -> Void) { state = Mutex(State(work: work)) }

    func start(on queue: DispatchQueue, in span: Duration) {
        guard span > .zero else { return queue.async { self.fire() } }
        state.withLock { state in
            let source = DispatchSource.makeTimerSource(queue: queue)
            source.setEventHandler { self.fire() }
            source.schedule(deadline: .now() + .nanoseconds(Int(span.wholeNanoseconds)), leeway: .nanoseconds(0))
            source.activate()
            state.source = source
        }
    }

    func cancel() { _ = take() }

    private func fire() { take()?() }

    /// The work, for the first who asks. Ends the timer, and with it the cycle that kept this alive.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.source?.setEventHandler(handler: nil)
            state.source?.cancel()
            defer { state = State() }
            return state.work
        }
    }
}
