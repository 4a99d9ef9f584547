import Foundation
import Model
import Networking

/// What the shop must be told of money that was given back for an order.
package struct OrderRefunded: OutboxMessage, Hashable {
    package static let kind = "order.refunded"

    package let site: SiteID
    package let order: OrderID
    /// The payment that was given back, and the transaction that did it.
    package let payment: PaymentID
    package let refund: PaymentID
    /// Of the order's total; never more than it.
    let amount: Money
    let refundedAt: Date

    package var id: String { "\(Self.kind)-\(refund)" }

    /// The shop keeps no key of ours with a refund, so its reason is the one by which a second telling is recognised.
    package func tell(_ network: any Network) async throws(NetworkError) {
        try await RefundsRemote(network: network).record(amount, of: order, reason: "Card terminal, \(refund)")
    }
}
