import Synchronization

/// Counts the connections at one address.
final class ConnectionLimit: Sendable {
    private let most: Int
    private let open = Mutex(0)

    init(most: Int) { self.most = most }

    /// Counts a connection until `leave`. Returns whether it is to be served.
    func enter() -> Bool {
        open.withLock { open in
            open += 1
            return open <= most
        }
    }

    func leave() { open.withLock { $0 -= 1 } }
}
