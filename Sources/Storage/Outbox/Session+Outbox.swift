import Flow
import Foundation
import Model

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

    func deliverableOutbox(site: SiteID, limit: Int) throws(StorageError) -> [OutboxItem] {
        try rows(
            of: "outbox",
            """
            SELECT rowid AS row_id, * FROM outbox WHERE delivered_at IS NULL AND refusal IS NULL AND site = ?
            ORDER BY position LIMIT ?
            """, [site.rawValue, max(0, limit)]
        ).map { row throws(StorageError) in try OutboxItem(row) }
    }

    func outboxSites() throws(StorageError) -> [SiteID] {
        try rows(
            of: "outbox",
            """
            SELECT site AS row_id, site FROM outbox WHERE delivered_at IS NULL AND site IS NOT NULL
            GROUP BY site ORDER BY site
            """
        ).map { row throws(StorageError) in SiteID(rawValue: try row.number("site")) }
    }

    func refusedOutbox() throws(StorageError) -> [OutboxItem] {
        try rows(
            of: "outbox",
            """
            SELECT rowid AS row_id, * FROM outbox WHERE delivered_at IS NULL AND refusal IS NOT NULL ORDER BY position
            """
        ).map { row throws(StorageError) in try OutboxItem(row) }
    }

    func enqueueOutbox(
        id: String, kind: String, payload: Data, site: SiteID?, at time: Date
    ) throws(StorageError) {
        guard try outboxItem(id: id) == nil else { throw .conflict(.id(id)) }
        try attempt {
            try execute(
                "INSERT INTO outbox (id, kind, payload, site, created_at) VALUES (?, ?, ?, ?, ?)",
                [id, kind, payload, site?.rawValue, time.milliseconds])
        }
    }

    func setAside(outbox id: String, because refusal: Failure?) throws(StorageError) {
        guard let item = try outboxItem(id: id), item.deliveredAt == nil else {
            throw .missing(.outboxItem, id: "\(id)")
        }
        try attempt {
            try execute(
                "UPDATE outbox SET refusal = ? WHERE id = ?",
                [try refusal.map { try StoredJSON.text($0) }, id])
        }
    }

    func reviseOutbox(id: String, payload: Data) throws(StorageError) {
        guard let item = try outboxItem(id: id), item.deliveredAt == nil else {
            throw .missing(.outboxItem, id: "\(id)")
        }
        try attempt { try execute("UPDATE outbox SET payload = ? WHERE id = ?", [payload, id]) }
    }

    func markDelivered(outbox id: String, at time: Date) throws(StorageError) {
        guard let item = try outboxItem(id: id) else { throw .missing(.outboxItem, id: "\(id)") }
        guard item.deliveredAt == nil else { return }
        try attempt {
            try execute(
                "UPDATE outbox SET delivered_at = ?, refusal = NULL WHERE id = ?", [time.milliseconds, id])
        }
    }

    func dropOutbox(id: String) throws(StorageError) {
        try attempt { try execute("DELETE FROM outbox WHERE id = ?", [id]) }
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
