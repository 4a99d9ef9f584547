import Failures
import Flow
import Networking
import Synchronization

/// That a shop did not answer when it was asked last. While this is remembered, nobody who can be shown what is kept waits for
/// the shop: it is asked in the background, and its next answer ends the outage.
///
/// No payment goes by it.
final class ShopOutage: Sendable {
    /// How long after the last request without an answer the outage is remembered.
    static let memory = Duration.seconds(30)
    /// The time between two requests in the background.
    static let pause = Duration.seconds(1)

    private struct State {
        var failure: Failure
        var asked: Uptime
        var isAsking = false
    }

    private let state = Mutex<State?>(nil)

    /// Why the shop did not answer; nil if it is not known to be away.
    func failure(at now: Uptime) -> Failure? {
        state.withLock { state in
            guard let known = state, now - known.asked < Self.memory else { return nil }
            return known.failure
        }
    }

    /// Whether the caller is the one who asks the shop again now. It tells how that went.
    func asksAgain(at now: Uptime) -> Bool {
        state.withLock { state in
            guard let known = state, !known.isAsking, now - known.asked >= Self.pause else { return false }
            state?.isAsking = true
            return true
        }
    }

    /// Takes in how a request ended: with an answer, or with a failure. One that is itself an answer of the shop ends the outage.
    func note(_ failure: Failure?, at now: Uptime) {
        let isAway = failure.map { failure in Self.signs.contains { failure.is($0) } } ?? false
        state.withLock { $0 = isAway ? failure.map { State(failure: $0, asked: now) } : nil }
    }

    private static let signs: [ShopFailure] = [.unreachable, .connectionRefused, .nameNotFound, .timeout]
}
