import Foundation
import GRDB

/// Something made here that must reach the shop, at least once; the receiver tells repetitions by the id.
public struct OutboxItem: Hashable, Codable, Sendable {
    public let id: String
    public let kind: String
    public let payload: Data
    public let createdAt: Date
    public let deliveredAt: Date?
}

public protocol OutboxReading {
    func outboxItem(id: String) throws(StorageError) -> OutboxItem?
    /// What is not delivered, in the order in which it was put in.
    func pendingOutbox(limit: Int) throws(StorageError) -> [OutboxItem]
}

public protocol OutboxWriting {
    /// Puts an item in. `.conflict(.id)` when the id is taken, delivered or not.
    func enqueueOutbox(id: String, kind: String, payload: Data, at time: Date) throws(StorageError)
    /// Notes that the item has arrived. The first time stays; `.missing` when there is no such item.
    func markDelivered(outbox id: String, at time: Date) throws(StorageError)
}

extension Session {
    func outboxItem(id: String) throws(StorageError) -> OutboxItem? {
        try attempt { try row("SELECT * FROM outbox WHERE id = ?", [id]).map(OutboxItem.init(row:)) }
    }

    func pendingOutbox(limit: Int) throws(StorageError) -> [OutboxItem] {
        try attempt {
            try rows("SELECT * FROM outbox WHERE delivered_at IS NULL ORDER BY position LIMIT ?", [max(0, limit)])
                .map(OutboxItem.init(row:))
        }
    }

    func enqueueOutbox(id: String, kind: String, payload: Data, at time: Date) throws(StorageError) {
        guard try outboxItem(id: id) == nil else { throw .conflict(.id(id)) }
        try attempt {
            try execute(
                "INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, ?, ?, ?)",
                [id, kind, payload, time.milliseconds])
        }
    }

    func markDelivered(outbox id: String, at time: Date) throws(StorageError) {
        guard let item = try outboxItem(id: id) else { throw .missing("outbox item \(id)") }
        guard item.deliveredAt == nil else { return }
        try attempt { try execute("UPDATE outbox SET delivered_at = ? WHERE id = ?", [time.milliseconds, id]) }
    }
}

extension OutboxItem {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"], kind: row["kind"], payload: row["payload"], createdAt: row.date("created_at"),
            deliveredAt: row.optionalDate("delivered_at"))
    }
}
