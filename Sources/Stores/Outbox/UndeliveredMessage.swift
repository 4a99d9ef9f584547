import Flow
import Foundation
import Model
import Payments
import Storage

/// A message that has not reached its shop.
package struct UndeliveredMessage: Hashable, Codable, Sendable {
    package let id: String
    package let kind: String
    package let site: SiteID
    /// The shop's address; nil for the embedded shop.
    package let shop: String?
    /// The number of the order that it is about; nil if this release cannot read the message.
    package let order: String?
    package let createdAt: Date
    /// Why the shop refused it for good; nil if it waits to be delivered.
    package let refusal: Failure?
}

extension StorageReader {
    func undeliveredMessages() throws -> [UndeliveredMessage] {
        let shops = try RememberedShop.all(in: self)
        return try pendingOutbox(limit: .max).compactMap { item in
            guard let site = item.site else { return nil }
            let order = try? OutboxMessageTypes.ofTill.message(of: item).order
            return UndeliveredMessage(
                id: item.id, kind: item.kind, site: site, shop: shops.first { $0.site == site }?.address,
                order: try order.map { try number(of: $0, at: site) }, createdAt: item.createdAt, refusal: item.refusal)
        }
    }
}
