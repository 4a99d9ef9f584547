import Synchronization

/// A value through which an action's replies are found.
protocol ReplyCarrier {
    var open: any OpenReply { get }
}

/// The shared state of a reply's copies. A class, so that dropping the last copy is noticed.
@usableFromInline final class ReplyBox<Value: Sendable>: OpenReply {
    @usableFromInline struct State {
        @usableFromInline var handler: (@Sendable (Result<Value, Failure>) -> Void)?
        @usableFromInline var surplus = 0

        @inlinable init(handler: @escaping @Sendable (Result<Value, Failure>) -> Void) { self.handler = handler }
    }

    @usableFromInline let state: Mutex<State>

    @inlinable init(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
        state = Mutex(State(handler: handler))
    }

    @inlinable deinit {
        state.withLock { $0.handler }?(.failure(.abandoned))
    }

    @usableFromInline var isAnswered: Bool { state.withLock { $0.handler == nil } }
    var surplusAnswers: Int { state.withLock { $0.surplus } }

    @inlinable func answer(_ result: Result<Value, Failure>) {
        let handler = state.withLock { state in
            if state.handler == nil { state.surplus += 1 }
            defer { state.handler = nil }
            return state.handler
        }
        handler?(result)
    }

    @usableFromInline func answer(failing failure: Failure) { answer(.failure(failure)) }
}
