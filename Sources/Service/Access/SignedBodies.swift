import Flow
import Model
import Synchronization

/// The bodies of signed requests that are being read. Whether a signature is right is known only at a body's end, so anybody may begin
/// one: there are only so many at a time, and when one more comes, the one that is being read for the longest is given up. A
/// shop's own are there within a moment, so whoever sends slowly keeps none of them out.
final class SignedBodies: Sendable {
    /// The most bodies that are being read at a time.
    static let most = 32

    private struct State {
        /// From the one that was begun first on.
        var readings: [Reading] = []
        var next = 0
    }

    private struct Reading: Sendable {
        let number: Int
        let giveUp: @Sendable () -> Void
    }

    private let state = Mutex(State())

    /// Reads a body.
    ///
    /// - Parameter giveUp: called if this one makes room for another; it has the reading end soon. It must not wait.
    func read<Value: Sendable>(
        _ work: () async throws(Failure) -> Value, giveUp: @escaping @Sendable () -> Void
    ) async throws(Failure) -> Value {
        let (number, oldest) = state.withLock { state -> (Int, Reading?) in
            state.next += 1
            state.readings.append(Reading(number: state.next, giveUp: giveUp))
            return (state.next, state.readings.count > Self.most ? state.readings.removeFirst() : nil)
        }
        oldest?.giveUp()
        defer { state.withLock { $0.readings.removeAll { $0.number == number } } }
        return try await work()
    }
}
