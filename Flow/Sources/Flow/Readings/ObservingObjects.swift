import Synchronization

/// The objects that observe a tree as long as they live, once per branch, type of view and name.
final class ObservingObjects: Sendable {
    struct Key: Hashable {
        let object: ObjectIdentifier
        let branch: ObjectIdentifier
        let view: ObjectIdentifier
        let name: String
    }

    /// Distinguishes a subscription from a later one under the same key, since objects may reuse addresses.
    final class Mark: Sendable {}

    private struct Entry: Sendable {
        weak let object: (any AnyObject & Sendable)?
        let mark: Mark
        let subscription: Subscription
    }

    private let entries = Mutex<[Key: Entry]>([:])

    func add(_ subscription: Subscription, of object: any AnyObject & Sendable, _ key: Key, _ mark: Mark) {
        let gone = entries.withLock { entries in
            let unheld = entries.filter { $0.value.object == nil }
            for key in unheld.keys { entries[key] = nil }
            let entry = Entry(object: object, mark: mark, subscription: subscription)
            let replaced = entries.updateValue(entry, forKey: key)
            return unheld.values.map(\.subscription) + [replaced?.subscription].compactMap(\.self)
        }
        for subscription in gone { subscription.cancel() }
    }

    /// Ends the subscription under a key, if it has this mark or the mark is nil.
    func forget(_ key: Key, _ mark: Mark? = nil) {
        let gone = entries.withLock { entries in
            guard let entry = entries[key], mark == nil || entry.mark === mark else { return Entry?.none }
            return entries.removeValue(forKey: key)
        }
        gone?.subscription.cancel()
    }
}
