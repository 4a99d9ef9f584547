import Foundation
import Model

/// The receipt of an order at the shop: `wc/v3/orders/ID/receipt`, from WooCommerce 8.7 on. Throws
/// `.missingFeature(.shopReceipts)` for an older shop.
package struct ShopReceiptsRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .order }

    package init(network: any Network) { self.network = network }

    /// The receipt that the shop has; nil when it has none that is still valid.
    package func load(of order: OrderID) async throws(NetworkError) -> ShopReceipt? {
        try await telling { () async throws(NetworkError) in
            do throws(NetworkError) {
                return try await enqueue(Request(.get, Self.path(order)), mapper: ShopReceiptMapper())
            } catch {
                // WooCommerce has one code for a missing order and for a missing receipt.
                guard case .notFound(let complaint?, _) = error, complaint.code == "woocommerce_rest_not_found" else {
                    throw error
                }
                return nil
            }
        }
    }

    /// Has the shop make a receipt. Without `isNew`, a shop answers the one that it has. May be repeated.
    /// - Parameter days: how long its page is there, from today.
    package func make(of order: OrderID, days: Int, isNew: Bool) async throws(NetworkError) -> ShopReceipt {
        let body: JSONValue = ["expiration_days": .integer(Int64(days)), "force_new": .bool(isNew)]
        return try await telling { () async throws(NetworkError) in
            try await enqueue(Request(.post, Self.path(order), body: body.data), mapper: ShopReceiptMapper())
        }
    }

    private static func path(_ order: OrderID) -> String { "wc/v3/orders/\(order)/receipt" }

    private func telling<Value: Sendable>(
        _ work: () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        do throws(NetworkError) { return try await work() } catch {
            throw error.saysNoRoute ? .missingFeature(.shopReceipts) : error
        }
    }
}
