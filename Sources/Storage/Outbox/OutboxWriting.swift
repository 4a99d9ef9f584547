import Flow
import Foundation
import Model

package protocol OutboxWriting {
    /// Adds an item. Throws `.conflict(.id)` when the id is taken, delivered or not.
    ///
    /// - Parameter site: the shop that receives it; nil if the receiver is no shop.
    func enqueueOutbox(id: String, kind: String, payload: Data, site: SiteID?, at time: Date) throws(StorageError)
    /// Replaces the payload of an undelivered item. Throws `.missing` when there is none.
    func reviseOutbox(id: String, payload: Data) throws(StorageError)
    /// Stores why the receiver refused an undelivered item for good, or, with nil, that it is to be delivered again.
    /// Throws `.missing` when there is no such undelivered item.
    func setAside(outbox id: String, because refusal: Failure?) throws(StorageError)
    /// Marks the item as delivered; an earlier time of delivery stays. Throws `.missing` when there is no such item.
    func markDelivered(outbox id: String, at time: Date) throws(StorageError)
    /// Deletes an item, delivered or not, so that its id is free again. Nothing happens when there is no such item.
    func dropOutbox(id: String) throws(StorageError)
    /// Deletes those of the oldest `limit` items of these kinds that were delivered before a time. Returns how many.
    @discardableResult
    func dropDelivered(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) throws(StorageError) -> Int
}

extension OutboxWriting {
    /// Adds an item whose receiver is no shop.
    package func enqueueOutbox(id: String, kind: String, payload: Data, at time: Date) throws(StorageError) {
        try enqueueOutbox(id: id, kind: kind, payload: payload, site: nil, at: time)
    }
}
