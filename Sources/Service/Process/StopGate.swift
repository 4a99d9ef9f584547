import Failures
import Flow
import Model
import Synchronization

/// Closed once the service is asked to stop: what moves money does not begin any more.
final class StopGate: Sendable {
    private let closed = Atomic(false)

    func close() { closed.store(true, ordering: .sequentiallyConsistent) }
    var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

    func check() throws(Failure) {
        guard isClosed else { return }
        throw Failure(
            ServiceFailure.stopping, Sentence("failure.service.stopping"),
            remedy: Sentence("remedy.service.stopping"), recovery: .retry)
    }
}
