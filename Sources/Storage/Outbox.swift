import Foundation
import GRDB

/// A message that must reach its receiver at least once; the receiver recognises repetitions by the id.
package struct OutboxItem: Hashable, Codable, Sendable {
    package let id: String
    package let kind: String
    package let payload: Data
    package let createdAt: Date
    package let deliveredAt: Date?
}

/// The kinds of items that one delivery handles.
package enum OutboxKinds: Hashable, Sendable {
    case all
    case only(String)
    case allBut(String)

    func contains(_ kind: String) -> Bool {
        switch self {
        case .all: true
        case .only(let one): kind == one
        case .allBut(let one): kind != one
        }
    }
}

package protocol OutboxReading {
    func outboxItem(id: String) throws(StorageError) -> OutboxItem?
    /// The undelivered items, in the order in which they were added.
    func pendingOutbox(limit: Int, _ kinds: OutboxKinds) throws(StorageError) -> [OutboxItem]
    /// How many of the oldest `limit` items of these kinds were delivered before a time.
    func deliveredCount(_ kinds: Set<String>, before time: Date, amongOldest limit: Int) throws(StorageError) -> Int
}

extension OutboxReading {
    package func pendingOutbox(limit: Int) throws(StorageError) -> [OutboxItem] {
        try pendingOutbox(limit: limit, .all)
    }
}

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

/// Journal kind `outbox.dropped`: delivered items that were deleted from the outbox on purpose.
package struct DroppedNews: Hashable, Codable, Sendable {
    package static let kind = "outbox.dropped"

    /// The latest time of delivery of the deleted items.
    package let deliveredBefore: Date
    package let count: Int

    package init(deliveredBefore: Date, count: Int) {
        self.deliveredBefore = deliveredBefore
        self.count = count
    }
}

extension Session {
    func outboxItem(id: String) throws(StorageError) -> OutboxItem? {
        guard let row = try row(of: "outbox", "SELECT rowid AS row_id, * FROM outbox WHERE id = ?", [id]) else {
            return nil
        }
        return try OutboxItem(row)
    }

    func pendingOutbox(limit: Int, _ kinds: OutboxKinds) throws(StorageError) -> [OutboxItem] {
        let (condition, kind) =
            switch kinds {
            case .all: ("? IS NULL", String?.none)
            case .only(let one): ("kind = ?", one)
            case .allBut(let one): ("kind <> ?", one)
            }
        return try rows(
            of: "outbox",
            """
            SELECT rowid AS row_id, * FROM outbox WHERE delivered_at IS NULL AND \(condition) ORDER BY position LIMIT ?
            """, [kind, max(0, limit)]
        ).map { row throws(StorageError) in try OutboxItem(row) }
    }

    func enqueueOutbox(id: String, kind: String, payload: Data, at time: Date) throws(StorageError) {
        guard try outboxItem(id: id) == nil else { throw .conflict(.id(id)) }
        try attempt {
            try execute(
                "INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, ?, ?, ?)",
                [id, kind, payload, time.milliseconds])
        }
    }

    func reviseOutbox(id: String, payload: Data) throws(StorageError) {
        guard let item = try outboxItem(id: id), item.deliveredAt == nil else { throw .missing("outbox item \(id)") }
        try attempt { try execute("UPDATE outbox SET payload = ? WHERE id = ?", [payload, id]) }
    }

    func markDelivered(outbox id: String, at time: Date) throws(StorageError) {
        guard let item = try outboxItem(id: id) else { throw .missing("outbox item \(id)") }
        guard item.deliveredAt == nil else { return }
        try attempt { try execute("UPDATE outbox SET delivered_at = ? WHERE id = ?", [time.milliseconds, id]) }
    }
}

extension Session {
    func deliveredCount(
        _ kinds: Set<String>, before time: Date, amongOldest limit: Int
    ) throws(StorageError) -> Int {
        try delivered(kinds, before: time, amongOldest: limit).count
    }

    func dropDelivered(
        _ kinds: Set<String>, before time: Date, amongOldest limit: Int
    ) throws(StorageError) -> Int {
        let dropped = try delivered(kinds, before: time, amongOldest: limit)
        return try attempt {
            for position in dropped { try execute("DELETE FROM outbox WHERE position = ?", [position]) }
            return dropped.count
        }
    }

    private static let page = 1_000

    private func delivered(
        _ kinds: Set<String>, before time: Date, amongOldest limit: Int
    ) throws(StorageError) -> [Int64] {
        var (positions, seen, last) = ([Int64](), 0, Int64.min)
        while seen < limit {
            let rows = try rows(
                of: "outbox",
                """
                SELECT position AS row_id, kind, created_at, delivered_at FROM outbox WHERE position > ?
                ORDER BY position LIMIT ?
                """, [last, Self.page])
            var areOld = false
            for row in rows {
                last = try row.number("row_id")
                areOld = try row.date("created_at") < time || areOld
                guard seen < limit, kinds.contains(try row.text("kind")) else { continue }
                seen += 1
                if let delivered = try row.optionalDate("delivered_at"), delivered < time { positions.append(last) }
            }
            // Later items cannot have been delivered before earlier ones.
            if rows.count < Self.page || !areOld { break }
        }
        return positions
    }
}

extension OutboxItem {
    fileprivate init(_ row: StoredRow) throws(StorageError) {
        self.init(
            id: try row.text("id"), kind: try row.text("kind"), payload: try row.bytes("payload"),
            createdAt: try row.date("created_at"), deliveredAt: try row.optionalDate("delivered_at"))
    }
}
