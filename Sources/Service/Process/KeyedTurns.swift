import Synchronization

/// Lets work with one key run one after the other; work with different keys runs at once.
final class KeyedTurns: Sendable {
    /// Callers that wait for their turn, by the key that is taken.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    func take(_ key: String) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func release(_ key: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
