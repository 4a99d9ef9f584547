import Foundation
import Model

package protocol ShopWriting {
    /// Inserts the orders that do not exist yet. Throws `.corrupt` when a body is not JSON.
    func seedShopOrders(_ orders: [ShopOrder]) throws(StorageError)
    /// Inserts or replaces one order. Throws `.corrupt` when its body is not JSON.
    func save(_ order: ShopOrder) throws(StorageError)
    /// Removes an order of the embedded shop; nothing when there is none.
    func removeShopOrder(id: OrderID) throws(StorageError)
    /// Inserts or replaces one document. Throws `.corrupt` when its body is neither JSON nor empty.
    func save(_ document: ShopDocument) throws(StorageError)
    /// Changes the stored body as WooCommerce does when a payment completes: status `processing`, the dates of payment, the
    /// transaction id and the method. An order that already has this transaction id stays as it is. Throws `.missing` when
    /// the embedded shop has no such order.
    func markShopOrderPaid(
        id: OrderID, payment: PaymentID, transactionID: String, method: ShopPaymentMethod, at time: Date
    ) throws(StorageError)
}
