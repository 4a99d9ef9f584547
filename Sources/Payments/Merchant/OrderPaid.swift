import Foundation
import Model
import Networking
import Storage

/// Tells the shop that an order is paid.
package struct OrderPaid: OutboxMessage, Hashable {
    package static let kind = "order.paid"

    package let site: SiteID
    package let order: OrderID
    package let payment: PaymentID
    package let amount: Money
    let transactionID: String
    let paidAt: Date

    /// An order is paid by one payment only once.
    package var id: String { "\(Self.kind)-\(payment)" }

    package func tell(_ network: any Network) async throws(NetworkError) {
        let method = ShopPaymentMethod.cardTerminal
        _ = try await OrdersRemote(network: network, site: site).markPaid(
            order, transactionID: transactionID, methodID: method.id, methodTitle: method.title)
    }
}
