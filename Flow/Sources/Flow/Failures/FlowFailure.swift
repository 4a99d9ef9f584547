/// The codes of the failures that Flow itself answers with. They are stable.
public enum FlowFailure: String, FailureCode, CaseIterable {
    /// The reply was dropped unanswered.
    case abandoned = "action.abandoned"
    /// Nobody takes this type of action.
    case unhandled = "action.unhandled"
    /// The caller stopped waiting.
    case unwaited = "action.unwaited"
    /// The operator signed out.
    case sessionEnded = "session.ended"
    /// The operator is being signed out.
    case sessionEnding = "session.ending"
    /// The lane is full: too many actions or events wait already.
    case laneFull = "lane.full"
}

/// The failures Flow itself answers with.
extension Failure {
    /// `action.abandoned`: the reply was dropped unanswered; the request may or may not have been carried out.
    public static let abandoned = Failure(
        FlowFailure.abandoned, "The request was dropped without an answer.", recovery: .giveUp)

    /// `action.unwaited`: the caller stopped waiting; the requested work continues.
    public static let unwaited = Failure(
        FlowFailure.unwaited, "The caller stopped waiting for the answer; the request itself goes on.",
        recovery: .giveUp)

    /// `session.ended`: the operator signed out while this was under way.
    public static let sessionEnded = Failure(
        FlowFailure.sessionEnded, "The operator signed out before this was done.", recovery: .askOperator)

    /// `session.ending`: the operator is being signed out while work comes to its end.
    public static let sessionEnding = Failure(
        FlowFailure.sessionEnding, "The operator is just being signed out.", remedy: "try again in a moment",
        recovery: .retry)

    /// `action.unhandled`: no store handles this type of action, in general or in the current session state.
    public static func unhandled(_ action: some Action, while state: String? = nil) -> Failure {
        let when = state.map { " while \($0)" } ?? ""
        return Failure(FlowFailure.unhandled, "Nobody takes \(type(of: action))\(when).", recovery: .giveUp)
    }

    /// `lane.full`: too much work waits; nothing was queued.
    public static func laneFull(_ name: String) -> Failure {
        Failure(
            FlowFailure.laneFull, "Too much is waiting in \(name).", remedy: "try again in a moment", recovery: .retry)
    }
}
