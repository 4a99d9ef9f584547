import Foundation
import Model

/// An order of the embedded shop, which keeps its own: the body a WooCommerce REST client would get.
public struct ShopOrder: Hashable, Sendable {
    public let id: OrderID
    public let status: OrderStatus
    /// JSON of one order, WooCommerce REST v3.
    public let body: Data

    public init(id: OrderID, status: OrderStatus, body: Data) {
        self.id = id
        self.status = status
        self.body = body
    }
}

public protocol ShopReading {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder?
    /// The order of the embedded shop with the greatest number; nil where it has none.
    func newestShopOrder() throws(StorageError) -> OrderID?
    /// Every order of the embedded shop, newest first.
    func shopOrders() throws(StorageError) -> [ShopOrder]
}

public protocol ShopWriting {
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
public struct ShopPaymentMethod: Hashable, Sendable {
    public let id: String
    public let title: String

    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    /// A card on a terminal at this till.
    public static let cardTerminal = ShopPaymentMethod(id: "card_terminal", title: "Card terminal")
}
