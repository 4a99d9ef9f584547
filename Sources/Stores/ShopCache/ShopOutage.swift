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
        var failure: Failure?
        /// When the last request without an answer ended, and when the last answer came.
        var failed: Uptime?
        var answered: Uptime?
        var isAsking = false
        /// When it was last asked in the background.
        var asked: Uptime?
    }

    private let state = Mutex(State())

    /// Why the shop did not answer; nil if it is not known to be away.
    func failure(at now: Uptime) -> Failure? {
        state.withLock { state in
            guard let failed = state.failed, now - failed < Self.memory else { return nil }
            return state.failure
        }
    }

    /// Asks the shop in the background, unless that runs or was done less than `pause` ago.
    func askAgain(in environment: Environment, _ ask: @escaping @Sendable () async -> Void) {
        guard asksAgain(at: environment.uptime()) else { return }
        _ = environment.spawn("ask the shop again") {
            await ask()
            self.haveAsked(at: environment.uptime())
        }
    }

    /// Whether the caller is the one who asks the shop again now. It calls `haveAsked` at the end.
    func asksAgain(at now: Uptime) -> Bool {
        state.withLock { state in
            guard let failed = state.failed, !state.isAsking, now - max(failed, state.asked ?? failed) >= Self.pause
            else { return false }
            state.isAsking = true
            return true
        }
    }

    func haveAsked(at now: Uptime) { state.withLock { ($0.isAsking, $0.asked) = (false, now) } }

    /// Takes in how a request ended: with an answer, or with a failure. One that is itself an answer of the shop ends the outage;
    /// one of a request that began before the last answer came says nothing.
    func note(_ failure: Failure?, since start: Uptime, at now: Uptime) {
        let isAway = failure.map { failure in Self.signs.contains { failure.is($0) } } ?? false
        state.withLock { state in
            guard isAway else {
                (state.failure, state.failed, state.answered) = (nil, nil, now)
                return
            }
            if let answered = state.answered, start < answered { return }
            (state.failure, state.failed) = (failure, now)
        }
    }

    /// The failures that say that a shop is away, those that a proxy before it answers among them.
    private static let signs: [ShopFailure] = [
        .unreachable, .connectionRefused, .nameNotFound, .timeout, .server, .truncated, .webPage,
    ]
}
