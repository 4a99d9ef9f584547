import Flow
import Foundation
import Model

/// A message that must reach its receiver at least once; the receiver recognises repetitions by the id.
package struct OutboxItem: Hashable, Codable, Sendable {
    package let id: String
    package let kind: String
    package let payload: Data
    /// The shop that receives it; nil if the receiver is no shop.
    package let site: SiteID?
    package let createdAt: Date
    package let deliveredAt: Date?
    /// Why the receiver refused it for good; nil if it is delivered or still to be delivered. An operator decides what
    /// becomes of it.
    package let refusal: Failure?

    package init(
        id: String, kind: String, payload: Data, site: SiteID? = nil, createdAt: Date, deliveredAt: Date?,
        refusal: Failure? = nil
    ) {
        self.id = id
        self.kind = kind
        self.payload = payload
        self.site = site
        self.createdAt = createdAt
        self.deliveredAt = deliveredAt
        self.refusal = refusal
    }

    package func delivered(at time: Date) -> OutboxItem {
        OutboxItem(id: id, kind: kind, payload: payload, site: site, createdAt: createdAt, deliveredAt: time)
    }

    package func with(payload: Data) -> OutboxItem {
        OutboxItem(
            id: id, kind: kind, payload: payload, site: site, createdAt: createdAt, deliveredAt: deliveredAt,
            refusal: refusal)
    }

    package func with(refusal: Failure?) -> OutboxItem {
        OutboxItem(
            id: id, kind: kind, payload: payload, site: site, createdAt: createdAt, deliveredAt: deliveredAt,
            refusal: refusal)
    }
}

extension OutboxItem {
    init(_ row: StoredRow) throws(StorageError) {
        self.init(
            id: try row.text("id"), kind: try row.text("kind"), payload: try row.bytes("payload"),
            site: try row.optionalNumber("site").map(SiteID.init(rawValue:)),
            createdAt: try row.date("created_at"), deliveredAt: try row.optionalDate("delivered_at"),
            refusal: try row.optionalJSON("refusal", as: Failure.self))
    }
}
