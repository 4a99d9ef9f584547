import Synchronization

/// Answers a waiting caller exactly once: a second answer is ignored, and a dropped one gives `ifDropped`.
final class OneAnswer<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>
    private let ifDropped: @Sendable () -> Value

    init(
        _ continuation: CheckedContinuation<Value, Never>, ifDropped: @autoclosure @escaping @Sendable () -> Value
    ) {
        waiting = Mutex(continuation)
        self.ifDropped = ifDropped
    }

    func give(_ value: Value) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: value)
    }

    deinit { if waiting.withLock({ $0 != nil }) { give(ifDropped()) } }
}
