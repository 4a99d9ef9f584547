/// Work outside of the state tree, described by state. It ends soon after it is cancelled, and reports by dispatching
/// events, the last of which ends its run.
public struct Effect: Sendable {
    @usableFromInline enum Work: Sendable {
        case task(@Sendable () async -> Void)
        case thread(@Sendable (Cancellation) -> Void)
        case postponed(Duration)
    }

    @usableFromInline let work: Work

    @usableFromInline init(work: Work) { self.work = work }

    /// Work in a task. It must not block its thread, which all other tasks of the process share; use `blocking` for calls
    /// that block.
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

    /// Postpones: the factory is called again after `delay` with the state at that time, unless the run is over. For a
    /// factory that lacks something that no state describes.
    public static func postponed(by delay: Duration) -> Effect {
        precondition(delay > .zero, "an effect that is asked for again at once, forever")
        return Effect(work: .postponed(delay))
    }
}
