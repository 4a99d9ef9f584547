import Networking
import Synchronization

/// The list that an observer heard of last. Equal lists are told once.
final class LastListing<Entity: ShopEntity>: Sendable {
    private let last = Mutex<Listing<Entity>??>(.none)

    func tell(_ listing: Listing<Entity>?, _ hear: (Listing<Entity>?) -> Void) {
        let isNew = last.withLock { last in
            if let last, last == listing { return false }
            last = .some(listing)
            return true
        }
        if isNew { hear(listing) }
    }
}
