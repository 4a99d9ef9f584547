import Flow

// How all stores deal with errors: an error of a lower layer becomes a `Failure` here, its `recovery` says who can mend
// it, and a `Retry` says whether the work is tried again. Retries of state effects stand beside their states.

/// Runs work of a lower layer and throws its errors as failures.
package func asFailure<Value, Problem: LayerError>(_ work: () throws(Problem) -> Value) throws(Failure) -> Value {
    do throws(Problem) { return try work() } catch { throw error.failure }
}

/// Runs asynchronous work of a lower layer and throws its errors as failures.
package nonisolated(nonsending) func asFailure<Value, Problem: LayerError>(
    _ work: () async throws(Problem) -> Value
) async throws(Failure) -> Value {
    do throws(Problem) { return try await work() } catch { throw error.failure }
}

extension Retry {
    /// Retries for something that other work holds and will release soon, within 4 s.
    package static let briefly = Retry(.atMost(12), first: .milliseconds(2), factor: 2)
    /// Retries for a terminal that another process holds only to look whether it is there.
    package static let whileSomebodyLooks = Retry(.atMost(5), first: .milliseconds(50), factor: 1)
    /// Retries for a question to the shop while somebody waits for the answer.
    package static let onceMore = Retry(.atMost(2), first: .milliseconds(300))
    /// Retries for a terminal that a killed till has left. It waits for that till for some seconds more and takes no
    /// command meanwhile. A line that nobody answers on needs a person.
    package static let untilTheTerminalIsFree = Retry(.atMost(3), first: .seconds(1), factor: 1)
}
