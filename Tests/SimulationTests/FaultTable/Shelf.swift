import Synchronization

/// Values that are computed once, or perhaps twice when several threads ask at the same time.
final class Shelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let stored = Mutex<[Key: Value]>([:])

    func value(_ key: Key, _ make: () -> Value) -> Value {
        if let value = stored.withLock({ $0[key] }) { return value }
        let value = make()
        stored.withLock { $0[key] = value }
        return value
    }
}
