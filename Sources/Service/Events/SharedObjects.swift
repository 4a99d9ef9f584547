import Synchronization

/// Objects that are made once for all who need the same, and go with the last of them.
final class SharedObjects<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    private struct Entry: Sendable { weak let object: Object? }

    private let entries = Mutex<[Key: Entry]>([:])

    /// The object with this key; made now if nobody holds it.
    func object(_ key: Key, _ make: () -> Object) -> Object {
        entries.withLock { entries in
            if let known = entries[key]?.object { return known }
            entries = entries.filter { $0.value.object != nil }
            let made = make()
            entries[key] = Entry(object: made)
            return made
        }
    }
}
