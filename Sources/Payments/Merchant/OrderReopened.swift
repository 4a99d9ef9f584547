import Flow
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
    /// The transaction of which the shop was told that it gave back a part of the order's total that no card was charged for; nil if
    /// the shop was told of none. The order is due as a whole again.
    var withdrawnRefund: PaymentID?
    /// Whether an operator has decided that the shop is to be told whatever state the order is in.
    var isInsisting: Bool?

    /// The orders that the shop still shows as paid, because it was not told yet that they are open again.
    package static func untold(at site: SiteID, in reader: any StorageReader) throws -> Set<OrderID> {
        let items = try reader.pendingOutbox(limit: .max).filter { $0.kind == kind }
        return Set(items.compactMap { try? Self($0) }.filter { $0.site == site }.map(\.order))
    }

    package var id: String { "\(Self.kind)-\(payment)" }

    package func insisting(after refusal: Failure?) -> OrderReopened? {
        var message = self
        message.isInsisting = true
        return message
    }

    /// Opens the order if this payment is what the shop takes it for paid by. What somebody else did with it since is left
    /// to a person.
    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let orders = OrdersRemote(network: network, site: site)
        if site != .embedded, isInsisting != true {
            let known = try await orders.loadPaymentState(of: order)
            if known.isEnded { throw .conflict(.ended(status: known.status.rawValue)) }
            guard known.isPaid else { return nil }
            if let other = known.payment, other != payment.rawValue {
                throw .conflict(.paidElsewhere(transaction: other))
            }
        }
        if let withdrawnRefund {
            try await OrderRefundsRemote(network: network, order: order).withdraw(
                reason: OrderRefunded.reason(of: withdrawnRefund), reference: withdrawnRefund.rawValue)
        }
        _ = try await orders.updateStatus(of: order, to: .pending)
        return nil
    }
}
