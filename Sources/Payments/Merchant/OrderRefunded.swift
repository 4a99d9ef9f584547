import Foundation
import Model
import Networking

/// Tells the shop that money was given back for an order.
package struct OrderRefunded: OutboxMessage, Hashable {
    package static let kind = "order.refunded"

    package let site: SiteID
    package let order: OrderID
    /// The payment that was given back, and the transaction that gave it back.
    package let payment: PaymentID
    package let refund: PaymentID
    /// The part of the order's total that was given back; never more than the total.
    let amount: Money
    let refundedAt: Date

    package var id: String { "\(Self.kind)-\(refund)" }

    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        try await OrderRefundsRemote(network: network, order: order)
            .record(amount, reason: Self.reason(of: refund), reference: refund.rawValue)
        return nil
    }

    static func reason(of refund: PaymentID) -> String { "Card terminal, \(refund)" }
}
