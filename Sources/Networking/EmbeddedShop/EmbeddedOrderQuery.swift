import Foundation
import Model

/// The filter of a list of orders, and the wanted page.
package struct EmbeddedOrderQuery: Hashable, Sendable {
    /// The allowed statuses; nil for all.
    package let statuses: Set<OrderStatus>?
    /// The allowed ids; nil for all.
    package let ids: Set<OrderID>?
    /// Text to find in the number or the customer's name, company or e-mail address, ignoring case and accents.
    package let search: String?
    package let offset: Int
    package let limit: Int

    package init(
        statuses: Set<OrderStatus>? = nil, ids: Set<OrderID>? = nil, search: String? = nil, offset: Int = 0, limit: Int
    ) {
        self.statuses = statuses
        self.ids = ids
        self.search = search
        self.offset = offset
        self.limit = limit
    }

    /// Reads the filter of a request (`status`, `include`, `search`).
    init(_ request: Request, _ page: ShopPage) throws(ShopRefusal) {
        let names = (request.query["status"] ?? "any").split(separator: ",").map(String.init)
        for name in names where name != "any" && !ShopStatus.known.contains(name) {
            throw .invalidParameter("status", reason: "is not one of any, \(ShopStatus.list).")
        }
        self.init(
            statuses: names.contains("any") ? nil : Set(names.map(OrderStatus.init(rawValue:))),
            ids: try Self.included(request), search: request.query["search"].flatMap { $0.isEmpty ? nil : $0 },
            offset: page.offset, limit: page.size)
    }

    private static func included(_ request: Request) throws(ShopRefusal) -> Set<OrderID>? {
        guard let list = request.query["include"], !list.isEmpty else { return nil }
        var ids: Set<OrderID> = []
        for text in list.split(separator: ",") {
            guard let number = Int64(text) else {
                throw .invalidParameter("include", reason: "is not a list of integers.")
            }
            ids.insert(OrderID(rawValue: number))
        }
        guard ids.count <= OrdersRemote.longestPage else {
            throw .invalidParameter("include", reason: "names more than \(OrdersRemote.longestPage) orders.")
        }
        return ids
    }

    /// Filters these orders and returns the wanted page, for a database that has them all in memory.
    package func page(of orders: some Collection<ShopOrder>) -> EmbeddedOrderPage {
        let text = search.map(Self.folded)
        let found = orders.filter { order in
            (statuses?.contains(order.status) ?? true) && (ids?.contains(order.id) ?? true)
                && text.map { Self.contains($0, order) } ?? true
        }.sorted { $0.id.rawValue > $1.id.rawValue }
        return EmbeddedOrderPage(orders: Array(found.dropFirst(offset).prefix(limit)), total: found.count)
    }

    private static func contains(_ text: String, _ order: ShopOrder) -> Bool {
        guard let body = try? JSONValue(parsing: order.body) else { return false }
        return searched.contains { path in
            path.reduce(body, { $0?[$1] })?.text.map { folded($0).contains(text) } ?? false
        }
    }

    private static let searched: [[String]] =
        [["number"]] + ["first_name", "last_name", "company", "email"].map { ["billing", $0] }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// The order statuses of the embedded shop.
enum ShopStatus {
    static let known: [String] = [
        "pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed",
    ]
    static var list: String { known.joined(separator: ", ") }
    /// The statuses in which WooCommerce takes a payment (`needs_payment`).
    static let payable: Set = ["pending", "failed"]
    /// The statuses of a paid order.
    static let paid: Set = ["processing", "completed"]
}
