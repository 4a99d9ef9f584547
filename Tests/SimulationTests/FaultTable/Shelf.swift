import Synchronization

/// Values that are worked out once; by several threads at the same time perhaps twice.
final class Shelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let stored = Mutex<[Key: Value]>([:])

    func value(_ key: Key, _ make: () -> Value) -> Value {
        if let value = stored.withLock({ $0[key] }) { return value }
        let value = make()
        stored.withLock { $0[key] = value }
        return value
    }
}
