/// What a failure means to a script. The command line has a number for each.
package enum ExitClass: String, CaseIterable, Sendable {
    /// The request may succeed later, unchanged.
    case temporary
    /// The request contradicts what has happened, or something else that is going on.
    case conflict
    case notFound
    /// The request itself is wrong.
    case usage
    /// Something that was read is malformed: a file, an answer, or stored data.
    case malformed
    /// A device, the disk or the output cannot be used.
    case deviceUnavailable
    /// Money may have moved.
    case inDoubt
    case cancelled
    case notPermitted
    /// A mistake in Till.
    case internalError
}
