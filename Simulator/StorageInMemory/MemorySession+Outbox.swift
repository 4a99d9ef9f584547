import Flow
import Foundation
import Model
import Storage

extension MemorySession {
    func outboxItem(id: String) -> OutboxItem? { tables.outbox.first { $0.id == id } }

    func pendingOutbox(limit: Int, _ kinds: OutboxKinds) -> [OutboxItem] {
        Array(tables.outbox.filter { $0.deliveredAt == nil && kinds.contains($0.kind) }.prefix(max(0, limit)))
    }

    func deliverableOutbox(site: SiteID, limit: Int) -> [OutboxItem] {
        let items = tables.outbox.filter { $0.deliveredAt == nil && $0.refusal == nil && $0.site == site }
        return Array(items.prefix(max(0, limit)))
    }

    func outboxSites() -> [SiteID] {
        Set(tables.outbox.filter { $0.deliveredAt == nil }.compactMap(\.site)).sorted { $0.rawValue < $1.rawValue }
    }

    func refusedOutbox() -> [OutboxItem] { tables.outbox.filter { $0.deliveredAt == nil && $0.refusal != nil } }

    func enqueueOutbox(
        id: String, kind: String, payload: Data, site: SiteID?, at time: Date
    ) throws(StorageError) {
        guard outboxItem(id: id) == nil else { throw .conflict(.id(id)) }
        tables.outbox.append(
            OutboxItem(id: id, kind: kind, payload: payload, site: site, createdAt: time.asStored, deliveredAt: nil))
    }

    func setAside(outbox id: String, because refusal: Failure?) throws(StorageError) {
        let place = tables.outbox.firstIndex { $0.id == id && $0.deliveredAt == nil }
        guard let place else { throw .missing(.outboxItem, id: "\(id)") }
        tables.outbox[place] = tables.outbox[place].with(refusal: refusal)
    }

    func reviseOutbox(id: String, payload: Data) throws(StorageError) {
        let place = tables.outbox.firstIndex { $0.id == id && $0.deliveredAt == nil }
        guard let place else { throw .missing(.outboxItem, id: "\(id)") }
        tables.outbox[place] = tables.outbox[place].with(payload: payload)
    }

    func markDelivered(outbox id: String, at time: Date) throws(StorageError) {
        guard let place = tables.outbox.firstIndex(where: { $0.id == id }) else {
            throw .missing(.outboxItem, id: "\(id)")
        }
        let item = tables.outbox[place]
        guard item.deliveredAt == nil else { return }
        tables.outbox[place] = item.delivered(at: time.asStored)
    }

    func dropOutbox(id: String) { tables.outbox.removeAll { $0.id == id } }

    func deliveredCount(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) -> Int {
        delivered(kinds, before: time, amongOldest: limit).count
    }

    func dropDelivered(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) -> Int {
        let dropped = delivered(kinds, before: time, amongOldest: limit)
        tables.outbox.removeAll { dropped.contains($0.id) }
        return dropped.count
    }

    private func delivered(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) -> Set<String> {
        let oldest = tables.outbox.filter { kinds.contains($0.kind) }.prefix(max(0, limit))
        return Set(oldest.filter { ($0.deliveredAt ?? .distantFuture) < time }.map(\.id))
    }
}
