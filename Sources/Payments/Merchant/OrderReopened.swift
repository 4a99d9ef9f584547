import Foundation
import Model
import Networking
import Storage

/// Tells the shop that an order that it was told is paid is open again.
package struct OrderReopened: OutboxMessage, Hashable {
    package static let kind = "order.reopened"

    package let site: SiteID
    package let order: OrderID
    package let payment: PaymentID
    let reopenedAt: Date

    /// The orders that the shop still shows as paid, because it was not told yet that they are open again.
    package static func untold(at site: SiteID, in reader: any StorageReader) throws -> Set<OrderID> {
        let items = try reader.pendingOutbox(limit: .max).filter { $0.kind == kind }
        return Set(items.compactMap { try? Self($0) }.filter { $0.site == site }.map(\.order))
    }

    package var id: String { "\(Self.kind)-\(payment)" }

    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        _ = try await OrdersRemote(network: network, site: site).updateStatus(of: order, to: .pending)
        return nil
    }
}
