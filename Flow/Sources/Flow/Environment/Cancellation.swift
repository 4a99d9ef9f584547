import Synchronization

/// Tells work on a thread of its own that it is cancelled.
public final class Cancellation: Running {
    private struct State {
        var isCancelled = false
        var wakings: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether it is cancelled, for work that checks from time to time.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Calls `wake` once when it is cancelled, on the cancelling thread, or at once when it already is. For work that waits
    /// in a call which another thread can end.
    public func whenCancelled(_ wake: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.wakings.append(wake) }
            return state.isCancelled
        }
        if isCancelled { wake() }
    }

    public func cancel() {
        let wakings = state.withLock { state in
            defer { state.wakings = [] }
            state.isCancelled = true
            return state.wakings
        }
        for wake in wakings { wake() }
    }
}
