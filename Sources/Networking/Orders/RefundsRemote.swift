import Foundation
import Model

/// The refunds of a shop's orders (WooCommerce REST API version 3, `wc/v3/orders/ID/refunds`).
package struct RefundsRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .order }

    package init(network: any Network) { self.network = network }

    /// Records money that was refunded elsewhere. The shop moves no money and does not restock goods. May be repeated:
    /// WooCommerce has no idempotency keys, so an existing refund with this unique reason is not made again. Throws
    /// `.conflict(.refundedTwice)` if the shop has it more than once, because something on the way has repeated the request.
    package func record(_ amount: Money, of order: OrderID, reason: String) async throws(NetworkError) {
        guard try await !isRecorded(reason, of: order) else { return }
        let body: JSONValue = [
            "amount": .string(amount.formatted()), "reason": .string(reason), "api_refund": false, "api_restock": false,
        ]
        _ = try await enqueue(Request(.post, path(order), body: body.data), mapper: RefundMapper())
        _ = try await isRecorded(reason, of: order)
    }

    private func isRecorded(_ reason: String, of order: OrderID) async throws(NetworkError) -> Bool {
        let count = try await reasons(of: order).count { $0 == reason }
        guard count < 2 else { throw .conflict(.refundedTwice(reason: reason, count: count)) }
        return count == 1
    }

    /// The reasons of an order's refunds. No till makes more refunds of an order than fit on a page.
    private func reasons(of order: OrderID) async throws(NetworkError) -> [String] {
        let query = ["_fields": "id,reason", "per_page": String(OrdersRemote.longestPage)]
        return try await enqueue(Request(.get, path(order), query: query), mapper: RefundListMapper()).compactMap(
            \.reason)
    }

    private func path(_ order: OrderID) -> String { "wc/v3/orders/\(order)/refunds" }
}

/// The parts of WooCommerce's refund that are read.
struct WooRefund: Sendable {
    let id: Int64
    let reason: String?

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        reason = object.optionalText("reason")
    }
}

private struct RefundMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> WooRefund { try WooRefund(try response.object) }
}

private struct RefundListMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> [WooRefund] {
        try response.objects.map { (refund) throws(NetworkError) in try WooRefund(refund) }
    }
}
