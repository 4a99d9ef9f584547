import Foundation
import GRDB
import Model

/// An order of the embedded shop: the body that a WooCommerce REST client would get.
package struct ShopOrder: Hashable, Sendable {
    package let id: OrderID
    package let status: OrderStatus
    /// The order as JSON of the WooCommerce REST API, version 3.
    package let body: Data

    package init(id: OrderID, status: OrderStatus, body: Data) {
        self.id = id
        self.status = status
        self.body = body
    }
}

package protocol ShopReading {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder?
    /// The embedded shop's order with the greatest number; nil when it has none.
    func newestShopOrder() throws(StorageError) -> OrderID?
    /// One page of the embedded shop's orders, newest first, and their total number.
    func shopOrders(_ wanted: ShopOrderQuery) throws(StorageError) -> (orders: [ShopOrder], total: Int)
}

/// A query for orders of the embedded shop.
package struct ShopOrderQuery: Hashable, Sendable {
    /// The allowed statuses; nil for all.
    package var statuses: Set<OrderStatus>?
    /// The allowed ids; nil for all. Not together with `search`.
    package var ids: Set<OrderID>?
    /// Text to find in the number or the customer's name, company or e-mail address, ignoring case and accents.
    package var search: String?
    package var offset: Int
    package var limit: Int

    package init(
        statuses: Set<OrderStatus>? = nil, ids: Set<OrderID>? = nil, search: String? = nil, offset: Int = 0, limit: Int
    ) {
        self.statuses = statuses
        self.ids = ids
        self.search = search
        self.offset = max(0, offset)
        self.limit = max(0, limit)
    }
}

package protocol ShopWriting {
    /// Inserts the orders that do not exist yet. Throws `.corrupt` when a body is not JSON.
    func seedShopOrders(_ orders: [ShopOrder]) throws(StorageError)
    /// Inserts or replaces one order. Throws `.corrupt` when its body is not JSON.
    func save(_ order: ShopOrder) throws(StorageError)
    /// Changes the stored body as WooCommerce does when a payment completes: status `processing`, the dates of payment, the
    /// transaction id and the method. An order that already has this transaction id stays as it is. Throws `.missing` when
    /// the embedded shop has no such order.
    func markShopOrderPaid(
        id: OrderID, payment: PaymentID, transactionID: String, method: ShopPaymentMethod, at time: Date
    ) throws(StorageError)
}

/// How the shop names a payment method.
package struct ShopPaymentMethod: Hashable, Sendable {
    package let id: String
    package let title: String

    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    /// Payment by card on a terminal of this till.
    package static let cardTerminal = ShopPaymentMethod(id: "card_terminal", title: "Card terminal")
}

extension ShopOrder {
    /// The text that searches look at: one line per field, folded and without card numbers. Empty when the body is not JSON.
    var searchText: String { Self.searchText(of: body) }

    /// `searchText` as an SQL function, for a migration.
    static let searchTextFunction = DatabaseFunction("till_search_text", argumentCount: 1, pure: true) { values in
        searchText(of: values.first.flatMap { Data.fromDatabaseValue($0) } ?? Data())
    }

    private static func searchText(of body: Data) -> String {
        let order = try? JSONDecoder().decode(SearchedOrder.self, from: body)
        return SearchText.folded(CardData.masked(writtenLines: order?.texts ?? []).joined(separator: "\n"))
    }
}

/// The searched fields of an order's body. Fields that are not text are ignored.
private struct SearchedOrder: Decodable {
    private enum Member: String, CodingKey { case number, billing }
    private enum Part: String, CodingKey, CaseIterable {
        case firstName = "first_name"
        case lastName = "last_name"
        case company, email
    }

    let texts: [String]

    init(from decoder: any Decoder) throws {
        let order = try decoder.container(keyedBy: Member.self)
        let billing = try? order.nestedContainer(keyedBy: Part.self, forKey: .billing)
        texts =
            [try? order.decode(String.self, forKey: .number)].compactMap { $0 }
            + Part.allCases.compactMap { try? billing?.decode(String.self, forKey: $0) }
    }
}
