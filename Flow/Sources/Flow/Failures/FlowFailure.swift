/// The failures Flow itself answers with. Their codes are stable.
extension Failure {
    /// `action.abandoned`: the reply was dropped unanswered; the request may or may not have been carried out.
    public static let abandoned = Failure(
        "action.abandoned", "The request was dropped without an answer.", recovery: .giveUp)

    /// `action.unwaited`: the caller stopped waiting; the requested work continues.
    public static let unwaited = Failure(
        "action.unwaited", "The caller stopped waiting for the answer; the request itself goes on.", recovery: .giveUp)

    /// `session.ended`: the operator signed out while this was under way.
    public static let sessionEnded = Failure(
        "session.ended", "The operator signed out before this was done.", recovery: .askOperator)

    /// `session.ending`: the operator is being signed out while work comes to its end.
    public static let sessionEnding = Failure(
        "session.ending", "The operator is just being signed out.", remedy: "try again in a moment", recovery: .retry)

    /// `action.unhandled`: no store handles this type of action, in general or in the current session state.
    public static func unhandled(_ action: some Action, while state: String? = nil) -> Failure {
        let when = state.map { " while \($0)" } ?? ""
        return Failure("action.unhandled", "Nobody takes \(type(of: action))\(when).", recovery: .giveUp)
    }

    /// `lane.full`: too much work waits; nothing was queued.
    public static func laneFull(_ name: String) -> Failure {
        Failure("lane.full", "Too much is waiting in \(name).", remedy: "try again in a moment", recovery: .retry)
    }
}
