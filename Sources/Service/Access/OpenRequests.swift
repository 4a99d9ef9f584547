import Failures
import Flow
import Model
import Synchronization

/// Counts the requests of each caller that are being answered, so that one of them leaves room for the others. Streams of events are
/// counted as listeners (`JournalFeed`), and who has shown no token is not counted.
final class OpenRequests: Sendable {
    /// The most requests of one caller at a time.
    static let most = 32

    private let open = Mutex<[String: Int]>([:])

    /// Runs the work of a request, and counts it until it returns. Throws `request.tooMany` for a caller with as many as it may have.
    func admit<Value: Sendable>(
        _ caller: Caller, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard caller != .nobody else { return try await work() }
        let isAdmitted = open.withLock { open in
            guard open[caller.id, default: 0] < Self.most else { return false }
            open[caller.id, default: 0] += 1
            return true
        }
        guard isAdmitted else { throw .tooManyRequests }
        defer {
            open.withLock { open in
                let left = (open[caller.id] ?? 1) - 1
                open[caller.id] = left > 0 ? left : nil
            }
        }
        return try await work()
    }
}

extension Failure {
    fileprivate static let tooManyRequests = Failure(
        RequestFailure.tooMany, Sentence("failure.request.tooMany.open", ["count": OpenRequests.most]),
        remedy: Sentence("remedy.request.tooMany"), recovery: .retry)
}
