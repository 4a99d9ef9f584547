import Foundation
import GRDB
import Model

/// An order of the embedded shop, which keeps its own: the body a WooCommerce REST client would get.
package struct ShopOrder: Hashable, Sendable {
    package let id: OrderID
    package let status: OrderStatus
    /// JSON of one order, WooCommerce REST v3.
    package let body: Data

    package init(id: OrderID, status: OrderStatus, body: Data) {
        self.id = id
        self.status = status
        self.body = body
    }
}

package protocol ShopReading {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder?
    /// The order of the embedded shop with the greatest number; nil where it has none.
    func newestShopOrder() throws(StorageError) -> OrderID?
    /// A page of the orders of the embedded shop, newest first, and how many there are in all.
    func shopOrders(_ wanted: ShopOrderQuery) throws(StorageError) -> (orders: [ShopOrder], total: Int)
}

/// Which orders of the embedded shop are wanted.
package struct ShopOrderQuery: Hashable, Sendable {
    /// Any of these; nil for all.
    package var statuses: Set<OrderStatus>?
    /// Only these; nil for all. Not together with `search`.
    package var ids: Set<OrderID>?
    /// In the number, or in the customer's name, company or e-mail address, without regard to case or accents.
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
    /// Puts in the orders that are not there yet and leaves the others as they are. `.corrupt` when a body is not JSON.
    func seedShopOrders(_ orders: [ShopOrder]) throws(StorageError)
    /// Replaces one order, or adds it. `.corrupt` when its body is not JSON.
    func save(_ order: ShopOrder) throws(StorageError)
    /// Does to the stored body what WooCommerce does when a payment completes: status `processing`, the dates of payment,
    /// the transaction id and the method. An order that bears this transaction id already stays as it is.
    /// `.missing` when the embedded shop has no such order.
    func markShopOrderPaid(
        id: OrderID, payment: PaymentID, transactionID: String, method: ShopPaymentMethod, at time: Date
    ) throws(StorageError)
}

/// How the shop names the way an order was paid.
package struct ShopPaymentMethod: Hashable, Sendable {
    package let id: String
    package let title: String

    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    /// A card on a terminal at this till.
    package static let cardTerminal = ShopPaymentMethod(id: "card_terminal", title: "Card terminal")
}

extension ShopOrder {
    /// What orders are searched by, folded and without card numbers; one line for each. Nothing where the body is no JSON.
    var searchText: String { Self.searchText(of: body) }

    /// `searchText`, for a step of the schema: of the body.
    static let searchTextFunction = DatabaseFunction("till_search_text", argumentCount: 1, pure: true) { values in
        searchText(of: values.first.flatMap { Data.fromDatabaseValue($0) } ?? Data())
    }

    private static func searchText(of body: Data) -> String {
        let order = try? JSONDecoder().decode(SearchedOrder.self, from: body)
        return SearchText.folded(CardData.masked(writtenLines: order?.texts ?? []).joined(separator: "\n"))
    }
}

/// What of an order's body is searched. A member that is no text is passed over.
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
