import Foundation

/// A message that must reach its receiver at least once; the receiver recognises repetitions by the id.
package struct OutboxItem: Hashable, Codable, Sendable {
    package let id: String
    package let kind: String
    package let payload: Data
    package let createdAt: Date
    package let deliveredAt: Date?

    package init(
        id: String, kind: String, payload: Data, createdAt: Date, deliveredAt: Date?
    ) {
        self.id = id
        self.kind = kind
        self.payload = payload
        self.createdAt = createdAt
        self.deliveredAt = deliveredAt
    }
}

extension OutboxItem {
    init(_ row: StoredRow) throws(StorageError) {
        self.init(
            id: try row.text("id"), kind: try row.text("kind"), payload: try row.bytes("payload"),
            createdAt: try row.date("created_at"), deliveredAt: try row.optionalDate("delivered_at"))
    }
}
