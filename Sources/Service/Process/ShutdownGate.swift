import Failures
import Flow
import Model
import Synchronization

/// Lets work begin until the service is asked to stop, and counts what it has let in, so that nothing begins unnoticed at that
/// moment.
final class ShutdownGate: Sendable {
    private let state = Mutex((isClosed: false, count: 0))

    /// Lets nothing in from now on. What is inside goes on.
    func close() { state.withLock { $0.isClosed = true } }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether work that was let in has not returned yet.
    var isOccupied: Bool { state.withLock { $0.count > 0 } }

    /// Runs `work` unless the gate is closed, and counts it until it returns. Throws `service.stopping` once it is closed.
    func admit<Value: Sendable>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let isAdmitted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.count += 1
            return true
        }
        guard isAdmitted else { throw .stopping }
        defer { state.withLock { $0.count -= 1 } }
        return try await work()
    }

    /// Throws `service.stopping` once the gate is closed. For work that may be cut off.
    func check() throws(Failure) { if isClosed { throw .stopping } }
}

extension Failure {
    fileprivate static let stopping = Failure(
        ServiceFailure.stopping, Sentence("failure.service.stopping"), remedy: Sentence("remedy.service.stopping"),
        recovery: .retry)
}
