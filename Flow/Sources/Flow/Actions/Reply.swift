import Synchronization

/// The way for the answer to an action. It is answered exactly once: by the store that handles the action or, when the last
/// copy is dropped unanswered, with the failure `action.abandoned`.
///
/// It may be answered from any thread, later, and from a copy. A second answer is ignored and counted. The handler runs on
/// the thread that answers or drops: do neither while holding a lock that the handler may need.
public struct Reply<Value: Sendable>: Sendable {
    @usableFromInline let box: ReplyBox<Value>

    /// Creates a reply that passes its answer to `handler`.
    @inlinable public init(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
        box = ReplyBox(handler)
    }

    @inlinable public func callAsFunction(_ value: Value) { box.answer(.success(value)) }
    @inlinable public func callAsFunction(failing failure: Failure) { box.answer(.failure(failure)) }
    @inlinable public func callAsFunction(_ result: Result<Value, Failure>) { box.answer(result) }

    /// Whether it was answered.
    public var isAnswered: Bool { box.isAnswered }
    /// How many answers followed the first and were ignored. More than zero is a defect in the answering code.
    public var surplusAnswers: Int { box.surplusAnswers }
}

extension Reply {
    /// Answers with what `work` returns or throws.
    public func callAsFunction(with work: () throws(Failure) -> Value) { box.answer(Result(catching: work)) }
}

extension Environment {
    /// Starts a task, and answers `reply` with what `work` returns or throws.
    public func answer<Value>(
        _ reply: Reply<Value>, _ name: String, with work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        _ = spawn(name) {
            do throws(Failure) { reply(try await work()) } catch { reply(failing: error) }
        }
    }
}

extension Reply where Value == Void {
    /// Answers with success, for replies without a value.
    public func callAsFunction() { box.answer(.success(())) }
}

extension Reply: ReplyCarrier {
    @inlinable var open: any OpenReply { box }
}
