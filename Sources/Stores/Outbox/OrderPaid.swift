import Foundation
import Model
import Networking
import Storage

/// What the shop must be told of a paid order.
struct OrderPaid: ShopNews, Hashable {
    static let kind = "order.paid"

    let site: SiteID
    let order: OrderID
    let payment: PaymentID
    let amount: Money
    let transactionID: String
    let paidAt: Date

    /// An order is paid by a payment once.
    var id: String { "\(Self.kind)-\(payment)" }

    func tell(_ network: any Network) async throws(NetworkError) {
        let method = ShopPaymentMethod.cardTerminal
        _ = try await OrdersRemote(network: network, site: site).markPaid(
            order, transactionID: transactionID, methodID: method.id, methodTitle: method.title)
    }
}
