import Flow

/// An act that must not happen twice when a client repeats its request, and how the till finds out after its process was stopped
/// how far the act had come.
struct KeyedAct: Sendable {
    typealias Work = @Sendable () async throws(Failure) -> ServiceResponse

    /// What an earlier attempt at the act has left.
    enum EarlierAttempt: Sendable {
        /// It has done nothing: the act may begin.
        case nothing
        /// It has begun, and has not ended. The work finds out how it ends, and begins nothing anew.
        case underWay(_ finish: Work)
        /// It has ended with this answer.
        case done(ServiceResponse)
        /// It may have been done, and must not be done again.
        case unknown
    }

    /// What is asked for, so that a key that was used for something else is recognised.
    let name: String
    /// Where it is done, such as a printer. Acts at one place are done one after the other, so that what is found of an earlier
    /// attempt is its own. Nil if that does not matter.
    var place: String?
    /// What it is done to, such as a receipt's id. It is kept with the request, whose own name for it, such as `last`, may lead
    /// elsewhere when the request is sent again. Nil if there is no such name.
    var subject: String?
    /// Whether a failure means that nothing was done, whatever is found of it.
    var failsWhole = false
    /// The place from which on `earlierAttempt` looks, such as the number of the journal's last entry.
    let mark: @Sendable () throws(Failure) -> Int64
    /// What was left since that place.
    let earlierAttempt: @Sendable (_ since: Int64) async throws(Failure) -> EarlierAttempt
}
