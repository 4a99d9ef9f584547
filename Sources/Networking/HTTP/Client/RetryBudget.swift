import Flow
import Networking

/// What all requests to one shop have together, so that many requests that fail at the same time do not all come back: the
/// repetitions that are left, and the time until which the shop asked to be left alone.
struct RetryBudget: Sendable {
    /// How many repetitions there are after a time without failures.
    static let most = 10
    /// The number of successes after which one more repetition is allowed.
    static let successesForOne = 10
    /// The longest time for which a shop is left alone because of one answer.
    static let longestQuiet: Duration = .seconds(60)

    private var left = RetryBudget.most * RetryBudget.successesForOne
    private var quiet: (until: Uptime, because: NetworkError)?

    /// Takes a repetition; false when none is left.
    mutating func take() -> Bool {
        guard left >= Self.successesForOne else { return false }
        left -= Self.successesForOne
        return true
    }

    mutating func succeed() {
        left = min(left + 1, Self.most * Self.successesForOne)
        quiet = nil
    }

    mutating func fail(_ error: NetworkError, at now: Uptime) {
        guard let wait = error.retryAfter else { return }
        quiet = (now + min(wait, Self.longestQuiet), error)
    }

    /// The failure to tell without asking the shop, with what is left of the time it asked for.
    func refusal(at now: Uptime) -> NetworkError? {
        guard let quiet, now < quiet.until, case .server(let status, let complaint, _) = quiet.because else {
            return nil
        }
        return .server(status: status, complaint, retryAfter: quiet.until - now)
    }
}
