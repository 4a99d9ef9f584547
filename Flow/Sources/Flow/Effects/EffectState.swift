import Synchronization

/// Whether an effect should be running, as a value in a state: reducers write it, the tree obeys it.
///
/// Holds no time of the machine: the same events give the same bytes, and a state read back after a restart of the
/// process is continued by the tree it is put in: what was in progress begins anew, after its delay.
public struct EffectState: Hashable, Codable, Sendable {
    /// Not yet, wanted, or how the last run ended.
    public enum Phase: Hashable, Codable, Sendable {
        case idle
        /// At work, or pausing before it.
        case inProgress(Attempt)
        case succeeded
        case failed(Failure)
        case cancelled
    }

    /// One try within a run.
    public struct Attempt: Hashable, Codable, Sendable {
        /// 1 is the first of its run.
        public fileprivate(set) var number: Int
        /// Begins no earlier than this after the event that asked for it; the jitter of the run's `Retry` comes on top.
        public fileprivate(set) var delay: Duration
        /// Why the one before it failed; nil in the first.
        public fileprivate(set) var lastFailure: Failure?
    }

    /// Tells an effect state from another one that was put in its place. It is no part of the value.
    struct Identity: Hashable, Sendable {
        private static let made = Atomic<UInt64>(0)

        let number = made.wrappingAdd(1, ordering: .relaxed).newValue

        static func == (one: Identity, other: Identity) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    private enum CodingKeys: CodingKey { case phase, runs, beginnings, retry }

    let identity = Identity()
    public private(set) var phase = Phase.idle
    /// How many runs there were, the present one included.
    public private(set) var runs = 0
    /// How often something was begun: runs, further attempts, postponements. A new number cancels what went before.
    @usableFromInline private(set) var beginnings = 0
    @usableFromInline private(set) var retry = Retry.never

    public init() {}

    public var isInProgress: Bool { attempt != nil }
    /// The try in progress.
    public var attempt: Attempt? {
        guard case .inProgress(let attempt) = phase else { return nil }
        return attempt
    }

    /// Begins a run after `delay`, unless one is in progress. `retry` says what `retryOrFail` does in this run.
    public mutating func run(retry: Retry = .never, after delay: Duration = .zero) {
        if !isInProgress { restart(retry: retry, after: delay) }
    }

    /// Begins a run after `delay`; one in progress is cancelled.
    public mutating func restart(retry: Retry = .never, after delay: Duration = .zero) {
        runs += 1
        self.retry = retry
        begin(Attempt(number: 1, delay: delay))
    }

    /// Puts off the attempt in progress: what it does is cancelled, and it begins anew after `delay`. Nothing happens
    /// when none is in progress.
    public mutating func postpone(by delay: Duration) {
        guard var attempt else { return }
        attempt.delay = delay
        begin(attempt)
    }

    /// Ends the attempt in progress, if there is one, as gone wrong: the run's `Retry` decides whether another follows.
    public mutating func retryOrFail(with failure: Failure) {
        guard let attempt else { return }
        guard let delay = retry.delay(after: attempt.number, failure) else { return fail(failure) }
        begin(Attempt(number: attempt.number + 1, delay: delay, lastFailure: failure))
    }

    /// Ends the run in progress, if there is one, as not wanted any more.
    public mutating func cancel() { end(.cancelled) }
    /// Puts it back to `idle`: what is in progress is cancelled. The count of runs goes on.
    public mutating func reset() { phase = .idle }
    /// Ends the run in progress, if there is one, as done.
    public mutating func succeed() { end(.succeeded) }
    /// Ends the run in progress, if there is one, as gone wrong for good.
    public mutating func fail(_ failure: Failure) { end(.failed(failure)) }

    private mutating func begin(_ attempt: Attempt) {
        beginnings += 1
        phase = .inProgress(attempt)
    }

    private mutating func end(_ phase: Phase) {
        if isInProgress { self.phase = phase }
    }
}

/// Without what is no part of the value.
extension EffectState: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(self, children: ["phase": phase, "runs": runs, "beginnings": beginnings], displayStyle: .struct)
    }
}
