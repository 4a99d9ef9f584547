import Dispatch
import Synchronization

/// A timer on a queue. The queue keeps it alive until it fires or is cancelled; the code that may cancel it need not.
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
