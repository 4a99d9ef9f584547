import Foundation
import Model
import Networking

/// What the shop must be told when an order that it was told is paid turns out not to be.
struct OrderReopened: ShopNews, Hashable {
    static let kind = "order.reopened"

    let site: SiteID
    let order: OrderID
    let payment: PaymentID
    let reopenedAt: Date

    var id: String { "\(Self.kind)-\(payment)" }

    func tell(_ network: any Network) async throws(NetworkError) {
        _ = try await OrdersRemote(network: network, site: site).updateStatus(of: order, to: .pending)
    }
}
