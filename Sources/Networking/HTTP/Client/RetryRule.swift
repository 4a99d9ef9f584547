import Flow
import Networking

/// When a request that only reads is sent again: seldom, after growing pauses, and never because of what a shop decided.
struct RetryRule: Hashable, Sendable {
    /// How often a request is sent, including the first time.
    var tries = 3
    var first: Duration = .milliseconds(500)
    var longest: Duration = .seconds(4)
    /// The longest pause that a shop may ask for; with a longer one the failure is told at once.
    var longestWish: Duration = .seconds(10)

    /// The pause after attempt number `attempt` (from 1) has failed; nil when the failure is final.
    /// - Parameter random: 64 random bits, so that tills that failed together do not come back together.
    func pause(after attempt: Int, _ error: NetworkError, random: UInt64) -> Duration? {
        guard attempt < tries, Self.mayPass(error) else { return nil }
        let backoff = backoff(attempt)
        if let wish = error.retryAfter {
            return wish <= longestWish ? wish + Self.part(of: backoff, random) : nil
        }
        return backoff / 2 + Self.part(of: backoff / 2, random)
    }

    private func backoff(_ attempt: Int) -> Duration {
        var pause = first
        for _ in 1..<max(attempt, 1) where pause < longest { pause *= 2 }
        return min(pause, longest)
    }

    /// Up to the whole of it.
    private static func part(of span: Duration, _ random: UInt64) -> Duration {
        .nanoseconds(Int64(random % UInt64(max(1, span.wholeNanoseconds))))
    }

    private static func mayPass(_ error: NetworkError) -> Bool {
        switch error {
        case .unreachable, .connection(.nameNotFound), .connection(.refused), .connection(.timedOut),
            .answer(.truncated):
            true
        case .server(let status, _, _): [408, 429, 502, 503, 504].contains(status)
        case .noCredentials, .connection, .answer, .site, .unauthorized, .forbidden, .notFound, .missingFeature,
            .refused, .conflict, .malformed:
            false
        }
    }
}

extension NetworkError {
    /// How long the shop asks to be left alone.
    var retryAfter: Duration? {
        guard case .server(_, _, let wait) = self else { return nil }
        return wait
    }
}
