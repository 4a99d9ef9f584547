/// What became of an attempt to enter a PIN.
package enum OperatorEntry: Hashable, Sendable {
    case entered(OperatorRight)
    /// The PIN is wrong, or nobody has this name.
    ///
    /// - Parameters:
    ///   - triesLeft: how many wrong PINs it takes to the next lock; 0 if this one has locked.
    ///   - lock: how long no PIN is taken now; zero if one is.
    case wrong(triesLeft: Int, lock: Duration)
    /// The PIN was not looked at, because too many were wrong.
    case locked(Duration)
}
