/// What a failure means to a script. The command line has a number for each.
package enum ExitClass: String, CaseIterable, Sendable {
    /// The same request may succeed later, unchanged.
    case temporary
    /// It contradicts what has happened, or what something else does.
    case conflict
    case notFound
    /// The request itself is wrong.
    case usage
    /// What was read is not as it must be: a file, an answer, stored data.
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
