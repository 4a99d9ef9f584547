/// When to try again what failed, as a value: how often, after which pause, and after which failures.
///
/// Effects (`EffectState.run(retry:)`) and async work (`Environment.retrying`) obey the same value by the same
/// arithmetic, on the injected clock.
///
/// ```swift
/// let patient = Retry(.unlimited, first: .seconds(1), longest: .seconds(300))  // after 1 s, 2 s, 4 s … 300 s, 300 s
/// try await environment.retrying(patient) { () async throws(Failure) in try await tank.refill() }
/// ```
public struct Retry: Hashable, Codable, Sendable {
    /// How often something is tried, including the first time.
    public enum Attempts: Hashable, Codable, Sendable {
        case atMost(Int)
        case unlimited
    }

    /// A single attempt: a failure is final.
    public static let never = Retry(.atMost(1), jitterPercent: 0)

    private let attempts: Attempts
    private let first: Duration
    private let factor: Int
    private let longest: Duration
    private let jitterPercent: Int
    /// An array, because the order of an encoded set varies.
    private let recoveries: [Failure.Recovery]

    /// Traps for a policy that makes no sense: no attempt at all, a negative pause, pauses that become shorter.
    ///
    /// - Parameters:
    ///   - attempts: how often, including the first time; at least once.
    ///   - first: the pause after the first failure.
    ///   - factor: by how much each pause is longer than the one before.
    ///   - longest: the longest pause, without jitter.
    ///   - jitterPercent: each pause is extended by a random share of itself up to this one, so that machines that failed
    ///     together do not retry together.
    ///   - recoveries: the failures after which an unchanged retry may help; all others are final.
    public init(
        _ attempts: Attempts = .unlimited, first: Duration = .seconds(1), factor: Int = 2,
        longest: Duration = .seconds(60), jitterPercent: Int = 20, recoveries: [Failure.Recovery] = [.retry]
    ) {
        if case .atMost(let count) = attempts { precondition(count > 0, "something that is never tried") }
        precondition(first >= .zero && factor >= 1 && (0...100).contains(jitterPercent), "a pause that makes no sense")
        self.attempts = attempts
        self.first = first
        self.factor = factor
        self.longest = longest
        self.jitterPercent = jitterPercent
        self.recoveries = recoveries
    }

    /// The pause, without jitter, after attempt number `attempt` (from 1) has failed. Nil when the failure is final.
    public func delay(after attempt: Int, _ failure: Failure) -> Duration? {
        guard recoveries.contains(failure.recovery) else { return nil }
        if case .atMost(let count) = attempts, attempt >= count { return nil }
        return backoff(steps: attempt - 1)
    }

    private func backoff(steps: Int) -> Duration {
        let longest = longest.wholeNanoseconds
        var delay = first.wholeNanoseconds
        if factor > 1, delay > 0 {
            for _ in 0..<steps where delay < longest {
                let (product, overflows) = delay.multipliedReportingOverflow(by: Int64(factor))
                delay = overflows ? longest : product
            }
        }
        return .nanoseconds(min(delay, longest))
    }

    /// The end of a pause that begins now. Draws the jitter.
    @usableFromInline func end(of delay: Duration, in environment: Environment) -> Uptime {
        let most = delay.wholeNanoseconds / 100 * Int64(jitterPercent)
        let jitter = most > 0 ? Int64(environment.random() % UInt64(most + 1)) : 0
        return environment.uptime() + delay + .nanoseconds(jitter)
    }
}

extension Environment {
    /// Repeats `work` as `policy` says until it returns. Throws the final failure.
    ///
    /// When the caller is cancelled, a pause ends at once and no further attempt is made: the last failure is thrown.
    nonisolated(nonsending) public func retrying<Value>(
        _ policy: Retry, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var attempt = 1
        while true {
            do throws(Failure) {
                return try await work()
            } catch {
                guard let delay = policy.delay(after: attempt, error), await pause(delay, policy) else { throw error }
            }
            attempt += 1
        }
    }

    /// Pauses; returns false when the caller is cancelled.
    nonisolated(nonsending) private func pause(_ delay: Duration, _ policy: Retry) async -> Bool {
        do throws(CancellationError) {
            try await self.sleep(policy.end(of: delay, in: self))
        } catch {
            return false
        }
        return !Task.isCancelled
    }
}
