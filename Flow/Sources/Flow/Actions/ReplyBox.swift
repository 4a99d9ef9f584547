import Synchronization

/// How an action shows the replies it carries.
protocol ReplyCarrier {
    var open: any OpenReply { get }
}

/// A reply whose value's type does not matter: it can be failed.
@usableFromInline protocol OpenReply: AnyObject, Sendable {
    var isAnswered: Bool { get }
    func answer(failing failure: Failure)
}

/// The one place an answer passes. A class, so that the last copy of a reply to go can be noticed.
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
