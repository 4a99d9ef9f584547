import Dispatch
import Synchronization

/// A timer on a queue. The queue keeps it alive until it fires or is cancelled; its owner need not.
final class QueueTimer: Running {
    private struct State {
        var work: (@Sendable () -> Void)?
        var source: (any DispatchSourceTimer)?
    }

    private let state: Mutex<State>

    init(_ work: @escaping @Sendable () -> Void) { state = Mutex(State(work: work)) }

    func start(on queue: DispatchQueue, in span: Duration) {
        state.withLock { state in
            let source = DispatchSource.makeTimerSource(queue: queue)
            source.setEventHandler { self.take()?() }
            source.schedule(deadline: .now() + .nanoseconds(Int(span.wholeNanoseconds)), leeway: .nanoseconds(0))
            source.activate()
            state.source = source
        }
    }

    func cancel() { _ = take() }

    /// Returns the work to the first caller, and ends the timer with the reference cycle that kept it alive.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.source?.cancel()
            defer { state = State() }
            return state.work
        }
    }
}
