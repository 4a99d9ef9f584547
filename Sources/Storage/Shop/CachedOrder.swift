import Foundation
import Model

/// An order as the shop last sent it, corrected by what this till knows.
package struct CachedOrder: Hashable, Sendable {
    /// The order as fetched, except that an order that this till has collected is not awaiting payment, and one that it has
    /// refunded as a whole is refunded.
    package let order: Order
    /// The payment that paid the order at this till.
    package let paidBy: PaymentID?
    package let fetchedAt: Date
}

package protocol OrderReading {
    func order(id: OrderID, site: SiteID) throws(StorageError) -> CachedOrder?
    /// The orders, newest first, optionally of one status.
    func orders(site: SiteID, status: OrderStatus?, limit: Int) throws(StorageError) -> [CachedOrder]
    /// The orders whose number or customer contains the text, ignoring case and accents; newest first.
    func searchOrders(_ text: String, site: SiteID, limit: Int) throws(StorageError) -> [CachedOrder]
    /// Those of these orders that the cache lacks or has in another version.
    func uncached(_ orders: [Order]) throws(StorageError) -> [Order]
    /// How many of the `limit` orders that were cached first were fetched before a time, without orders of open
    /// transactions.
    func orderCount(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
    /// The payment that paid an order at this till, whether or not the order is cached.
    func paidBy(order: OrderID, site: SiteID) throws(StorageError) -> PaymentID?
}

package protocol OrderWriting {
    /// Replaces the cached versions of these orders, but not who paid them.
    func save(_ orders: [Order], fetchedAt: Date) throws(StorageError)
    /// Records that a payment paid an order. Repeating it changes nothing. Throws `.conflict(.orderPaid)` when another
    /// payment paid the order, and `.missing` when there is no such payment.
    func markPaid(order: OrderID, site: SiteID, by payment: PaymentID, at time: Date) throws(StorageError)
    /// Removes the record that an order is paid.
    func unmarkPaid(order: OrderID, site: SiteID) throws(StorageError)
    /// Deletes the orders that `orderCount` counts. Returns how many.
    @discardableResult
    func dropOrders(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
    /// Deletes the cached orders of one site, but not the records of who paid them.
    func dropOrders(site: SiteID) throws(StorageError)
}
