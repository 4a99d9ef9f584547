import Flow

// The one way of all stores with what goes wrong: an error of a layer below becomes a `Failure` here, its `recovery` says
// who can do something about it, and a `Retry` says whether it is tried again. Effects of the state have theirs beside
// their states.

/// Does work of a layer below, and speaks of its errors as failures.
package func asFailure<Value, Problem: LayerError>(_ work: () throws(Problem) -> Value) throws(Failure) -> Value {
    do throws(Problem) { return try work() } catch { throw error.failure }
}

/// The same for work that waits.
package nonisolated(nonsending) func asFailure<Value, Problem: LayerError>(
    _ work: () async throws(Problem) -> Value
) async throws(Failure) -> Value {
    do throws(Problem) { return try await work() } catch { throw error.failure }
}

extension Retry {
    /// For what another piece of work has and gives back soon.
    package static let briefly = Retry(.atMost(5), first: .milliseconds(500), factor: 1)
    /// For a terminal at which somebody is only looking whether it is there.
    package static let whileSomebodyLooks = Retry(.atMost(5), first: .milliseconds(50), factor: 1)
    /// For a question to the shop while somebody waits for the answer.
    package static let onceMore = Retry(.atMost(2), first: .milliseconds(300))
    /// For a terminal that a killed till has left: it waits for that till some seconds longer, and takes no command
    /// meanwhile. A line on which nobody is needs a person.
    package static let untilTheTerminalIsFree = Retry(.atMost(3), first: .seconds(1), factor: 1)
}
