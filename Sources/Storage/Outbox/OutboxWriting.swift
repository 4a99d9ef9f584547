import Foundation

package protocol OutboxWriting {
    /// Adds an item. Throws `.conflict(.id)` when the id is taken, delivered or not.
    func enqueueOutbox(id: String, kind: String, payload: Data, at time: Date) throws(StorageError)
    /// Replaces the payload of an undelivered item. Throws `.missing` when there is none.
    func reviseOutbox(id: String, payload: Data) throws(StorageError)
    /// Marks the item as delivered; an earlier time of delivery stays. Throws `.missing` when there is no such item.
    func markDelivered(outbox id: String, at time: Date) throws(StorageError)
    /// Deletes those of the oldest `limit` items of these kinds that were delivered before a time. Returns how many.
    @discardableResult
    func dropDelivered(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) throws(StorageError) -> Int
}
