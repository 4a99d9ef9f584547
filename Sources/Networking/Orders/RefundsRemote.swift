import Foundation
import Model

/// The refunds of a shop's orders (WooCommerce REST v3, `wc/v3/orders/ID/refunds`).
package struct RefundsRemote: Remote {
    package let network: any Network

    package init(network: any Network) { self.network = network }

    /// Records money that was given back elsewhere. The shop moves none, and takes no goods back into stock. May be
    /// repeated: WooCommerce knows no keys, so a refund that bears this reason is not made again. The reason must be
    /// unique.
    package func record(_ amount: Money, of order: OrderID, reason: String) async throws(NetworkError) {
        guard try await !reasons(of: order).contains(reason) else { return }
        let body: JSONValue = [
            "amount": .string(amount.formatted()), "reason": .string(reason), "api_refund": false, "api_restock": false,
        ]
        _ = try await enqueue(Request(.post, path(order), body: body.data), mapper: RefundMapper())
    }

    /// An order has as many as payments can be parts of it; no till makes more than a page of them.
    private func reasons(of order: OrderID) async throws(NetworkError) -> [String] {
        let query = ["_fields": "id,reason", "per_page": String(OrdersRemote.longestPage)]
        return try await enqueue(Request(.get, path(order), query: query), mapper: RefundListMapper()).compactMap(
            \.reason)
    }

    private func path(_ order: OrderID) -> String { "wc/v3/orders/\(order)/refunds" }
}

/// A refund as WooCommerce writes it, as far as we read it.
struct WooRefund: Decodable, Sendable {
    let id: Int64
    let reason: String?
}

private struct RefundMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> WooRefund { try decode(WooRefund.self, from: response) }
}

private struct RefundListMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> [WooRefund] { try decode([WooRefund].self, from: response) }
}
