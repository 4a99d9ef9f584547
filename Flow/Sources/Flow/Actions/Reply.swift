import Synchronization

/// The way back for the answer to an action. Answered exactly once, whatever happens: by the store that handles the action,
/// or, when the last copy is dropped unanswered, with the failure `action.abandoned`. Never silence.
///
/// May be answered from any thread, later, and from a copy. A second answer is ignored and counted. The handler runs on
/// the thread that answers or drops: do neither while holding a lock the handler may want.
public struct Reply<Value: Sendable>: Sendable {
    @usableFromInline let box: ReplyBox<Value>

    /// A reply that hands its one answer to `handler`.
    @inlinable public init(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
        box = ReplyBox(handler)
    }

    @inlinable public func callAsFunction(_ value: Value) { box.answer(.success(value)) }
    @inlinable public func callAsFunction(failing failure: Failure) { box.answer(.failure(failure)) }
    @inlinable public func callAsFunction(_ result: Result<Value, Failure>) { box.answer(result) }

    /// Whether the answer has been given.
    public var isAnswered: Bool { box.isAnswered }
    /// How many answers came after the first and were ignored. More than zero is a defect in the one who answers.
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
    /// Done; there is nothing else to say.
    public func callAsFunction() { box.answer(.success(())) }
}

extension Reply: ReplyCarrier {
    @inlinable var open: any OpenReply { box }
}
