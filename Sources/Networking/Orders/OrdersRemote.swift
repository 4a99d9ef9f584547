import Foundation
import Model

/// The orders of one shop (WooCommerce REST API version 3, `wc/v3/orders`).
package struct OrdersRemote: Remote {
    /// The largest page that WooCommerce allows.
    package static let longestPage = 100

    package let network: any Network
    package var resource: ShopResource { .order }
    let site: SiteID

    package init(network: any Network, site: SiteID) {
        self.network = network
        self.site = site
    }

    package func loadOrder(id: OrderID) async throws(NetworkError) -> Order {
        let request = Request(.get, path(id), query: ["_fields": Self.fields])
        return try await enqueue(request, mapper: OrderMapper(site: site))
    }

    /// One page, newest first, of any status when none is given. `search` looks in numbers, names and addresses. `page`
    /// counts from 1; `size` is at most `longestPage`.
    package func loadOrders(
        statuses: [OrderStatus] = [], search: String? = nil, page: Int = 1, size: Int = 25
    ) async throws(NetworkError) -> Page<Order> {
        var query = [
            "_fields": Self.fields, "page": String(page), "per_page": String(min(max(1, size), Self.longestPage)),
            "status": statuses.isEmpty ? "any" : statuses.map(\.rawValue).joined(separator: ","),
        ]
        query["search"] = search
        return try await enqueue(Request(.get, Self.collection, query: query), mapper: OrderListMapper(site: site))
    }

    /// The statuses of at most `longestPage` orders in one request. Orders that the shop does not list are missing: they do
    /// not exist or are in the bin.
    package func loadStatuses(of ids: [OrderID]) async throws(NetworkError) -> [OrderID: OrderStatus] {
        let query = [
            "_fields": "id,status", "include": ids.map(\.description).joined(separator: ","), "page": "1",
            "per_page": String(Self.longestPage), "status": "any",
        ]
        return try await enqueue(Request(.get, Self.collection, query: query), mapper: OrderStatusMapper())
    }

    /// Sets the status and returns the changed order. May be repeated.
    package func updateStatus(of id: OrderID, to status: OrderStatus) async throws(NetworkError) -> Order {
        try await update(id, ["status": .string(status.rawValue)])
    }

    /// Tells the shop that the order was paid elsewhere. May be repeated: a paid order stays as it is.
    package func markPaid(
        _ id: OrderID, transactionID: String, methodID: String, methodTitle: String
    ) async throws(NetworkError) -> Order {
        try await update(
            id,
            [
                "set_paid": true, "transaction_id": .string(transactionID), "payment_method": .string(methodID),
                "payment_method_title": .string(methodTitle),
            ])
    }

    private func update(_ id: OrderID, _ changes: JSONValue) async throws(NetworkError) -> Order {
        try await enqueue(Request(.put, path(id), body: changes.data), mapper: OrderMapper(site: site))
    }

    private static let collection = "wc/v3/orders"
    private func path(_ id: OrderID) -> String { "\(Self.collection)/\(id)" }

    /// The fields that the mapper reads; a whole order is ten times as long.
    private static let fields =
        "id,number,status,currency,total,billing,line_items,shipping_lines,fee_lines,tax_lines,coupon_lines"
}
