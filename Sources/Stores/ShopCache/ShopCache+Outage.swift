import Failures
import Flow
import Model
import Networking

/// What callers are shown while the shop does not answer, or is slow.
extension ShopCache {
    /// Answers with what is kept while the shop is known not to answer, which is then asked in the background.
    ///
    /// - Parameter old: what is kept and may have changed; nil if there is nothing to show instead of an answer.
    /// - Parameter ask: asks the shop and keeps what it answers.
    func unlessAway<Value: Sendable>(
        _ old: @Sendable () throws(Failure) -> Cached<Value>?,
        _ ask: @escaping @Sendable () async throws(Failure) -> Cached<Value>
    ) async throws(Failure) -> Cached<Value> {
        guard site != .embedded, let failure = outage.failure(at: environment.uptime()), let old = try old() else {
            return try await ask()
        }
        outage.askAgain(in: environment) { _ = try? await ask() }
        return Cached(value: old.value, asOf: old.asOf, failure: failure)
    }

    /// What is answered once the shop has taken longer than somebody waits.
    func instead<Value: Sendable>(
        _ old: @escaping @Sendable () throws(Failure) -> Cached<Value>?
    ) -> InsteadOfWaiting<Cached<Value>>? {
        guard let longestWait, site != .embedded else { return nil }
        let late = NetworkError.connection(.timedOut(after: longestWait)).failure
        // A shop that has answered nothing else meanwhile does not answer at all.
        let passed = { @Sendable start in outage.note(late, since: start, at: environment.uptime()) }
        return InsteadOfWaiting(limit: longestWait, passed: passed) {
            guard let old = try? old() else { return nil }
            return Cached(value: old.value, asOf: old.asOf, failure: late)
        }
    }

    /// Takes in why a request that began at `start` failed. An error of the shop says nothing of the rest of it, and what nobody
    /// waits for any more says nothing at all.
    func note(_ failure: Failure, since start: Uptime) {
        let isOneError = Self.errors.contains { failure.is($0) }
        if !isOneError, !Task.isCancelled { outage.note(failure, since: start, at: environment.uptime()) }
    }

    private static var errors: [ShopFailure] { [.server, .truncated, .webPage] }
}
