import Synchronization

/// Whether an effect should be running, as a value in a state: reducers change it, and the tree follows it.
///
/// It contains no machine time, so equal events give equal bytes. A state that is decoded after a restart of the process is
/// continued by its new tree: what was in progress begins again after its delay.
public struct EffectState: Hashable, Codable, Sendable {
    /// Not begun, wanted, or how the last run ended.
    public enum Phase: Hashable, Codable, Sendable {
        case idle
        /// Working, or pausing before it.
        case inProgress(Attempt)
        case succeeded
        case failed(Failure)
        case cancelled
    }

    /// One attempt within a run.
    public struct Attempt: Hashable, Codable, Sendable {
        /// The number of the attempt in its run, from 1.
        public fileprivate(set) var number: Int
        /// The least delay after the event that asked for it; the jitter of the run's `Retry` is added.
        public fileprivate(set) var delay: Duration
        /// Why the previous attempt failed; nil for the first.
        public fileprivate(set) var lastFailure: Failure?
    }

    /// Distinguishes an effect state from another one put in its place. It is no part of the value.
    struct Identity: Hashable, Sendable {
        private static let made = Atomic<UInt64>(0)

        let number = made.wrappingAdd(1, ordering: .relaxed).newValue

        static func == (one: Identity, other: Identity) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    private enum CodingKeys: CodingKey { case phase, runs, beginnings, retry }

    let identity = Identity()
    public private(set) var phase = Phase.idle
    /// The number of runs so far, including the current one.
    public private(set) var runs = 0
    /// The number of beginnings: runs, further attempts, postponements. A new number cancels what went before.
    @usableFromInline private(set) var beginnings = 0
    @usableFromInline private(set) var retry = Retry.never

    public init() {}

    public var isInProgress: Bool { attempt != nil }
    /// The attempt in progress.
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

    /// Postpones the attempt in progress: its work is cancelled, and it begins again after `delay`. Does nothing when none
    /// is in progress.
    public mutating func postpone(by delay: Duration) {
        guard var attempt else { return }
        attempt.delay = delay
        begin(attempt)
    }

    /// Ends the attempt in progress, if there is one, as failed; the run's `Retry` decides whether another follows.
    public mutating func retryOrFail(with failure: Failure) {
        guard let attempt else { return }
        guard let delay = retry.delay(after: attempt.number, failure) else { return fail(failure) }
        begin(Attempt(number: attempt.number + 1, delay: delay, lastFailure: failure))
    }

    /// Ends the run in progress, if there is one, as cancelled.
    public mutating func cancel() { end(.cancelled) }
    /// Returns to `idle`: work in progress is cancelled. The count of runs continues.
    public mutating func reset() { phase = .idle }
    /// Ends the run in progress, if there is one, as succeeded.
    public mutating func succeed() { end(.succeeded) }
    /// Ends the run in progress, if there is one, as failed for good.
    public mutating func fail(_ failure: Failure) { end(.failed(failure)) }

    private mutating func begin(_ attempt: Attempt) {
        beginnings += 1
        phase = .inProgress(attempt)
    }

    private mutating func end(_ phase: Phase) {
        if isInProgress { self.phase = phase }
    }
}

/// Shows only what is part of the value.
extension EffectState: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(self, children: ["phase": phase, "runs": runs, "beginnings": beginnings], displayStyle: .struct)
    }
}
