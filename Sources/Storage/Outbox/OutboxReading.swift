import Foundation
import Model

package protocol OutboxReading {
    func outboxItem(id: String) throws(StorageError) -> OutboxItem?
    /// The undelivered items, in the order in which they were added.
    func pendingOutbox(limit: Int, _ kinds: OutboxKinds) throws(StorageError) -> [OutboxItem]
    /// The items for this shop that are neither delivered nor refused for good, in the order in which they were added.
    func deliverableOutbox(site: SiteID, limit: Int) throws(StorageError) -> [OutboxItem]
    /// The shops for which there are undelivered items, in the order of their ids.
    func outboxSites() throws(StorageError) -> [SiteID]
    /// The items that their receiver refused for good, in the order in which they were added.
    func refusedOutbox() throws(StorageError) -> [OutboxItem]
    /// How many of the oldest `limit` items of these kinds were delivered before a time.
    func deliveredCount(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) throws(StorageError) -> Int
}

extension OutboxReading {
    package func pendingOutbox(limit: Int) throws(StorageError) -> [OutboxItem] {
        try pendingOutbox(limit: limit, .all)
    }
}
