import Synchronization

/// A promise of one result for one caller, who may stop waiting.
final class Answer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Result<Value, Failure>, Never>)
        case settled(Result<Value, Failure>)
    }

    private let state = Mutex(State.empty)

    /// Sets the result. Only the first call counts.
    func settle(_ result: Result<Value, Failure>) {
        let waiting: CheckedContinuation<Result<Value, Failure>, Never>? = state.withLock { state in
            switch state {
            case .empty:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .settled(result)
                return continuation
            case .settled:
                return nil
            }
        }
        waiting?.resume(returning: result)
    }

    /// The result, or `action.unwaited` as soon as the caller is cancelled.
    nonisolated(nonsending) func value() async throws(Failure) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(with: $0) }
        } onCancel: {
            settle(.failure(.unwaited))
        }
        return try result.get()
    }

    private func wait(with continuation: CheckedContinuation<Result<Value, Failure>, Never>) {
        let known: Result<Value, Failure>? = state.withLock { state in
            if case .settled(let result) = state { return result }
            state = .awaited(continuation)
            return nil
        }
        if let known { continuation.resume(returning: known) }
    }
}
