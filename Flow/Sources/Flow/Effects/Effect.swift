/// Work outside the state tree, described by state. It ends soon after it is cancelled, and says what it found by
/// dispatching events, the last of which ends its run.
public struct Effect: Sendable {
    @usableFromInline enum Work: Sendable {
        case task(@Sendable () async -> Void)
        case thread(@Sendable (Cancellation) -> Void)
        case postponed(Duration)
    }

    @usableFromInline let work: Work

    @usableFromInline init(work: Work) { self.work = work }

    /// Work in a task. It never blocks its thread: a blocked one is missing to all other tasks of the process. What must
    /// wait in a call that blocks is `blocking`.
    public init(_ work: @escaping @Sendable () async -> Void) { self.work = .task(work) }

    /// Nothing to do.
    public static let skip = Effect {}

    /// Work that waits in calls that block, such as a C library's: on a thread of its own, where it delays nothing else. It
    /// looks at the cancellation, or has itself woken by it, and returns soon after.
    ///
    /// ```swift
    /// Effect.blocking { cancellation in
    ///     while !cancellation.isCancelled { dispatch(.weighed(scale.waitForWeight())) }
    /// }
    /// ```
    public static func blocking(_ work: @escaping @Sendable (Cancellation) -> Void) -> Effect {
        Effect(work: .thread(work))
    }

    /// Nothing yet: the effect is asked for again after `delay`, with the state as it is then, unless its run is over by
    /// then. For a factory that finds something missing that no state tells of.
    public static func postponed(by delay: Duration) -> Effect {
        precondition(delay > .zero, "an effect that is asked for again at once, forever")
        return Effect(work: .postponed(delay))
    }
}
