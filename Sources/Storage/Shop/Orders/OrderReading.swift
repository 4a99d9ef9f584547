import Foundation
import Model

package protocol OrderReading {
    func order(id: OrderID, site: SiteID) throws(StorageError) -> CachedOrder?
    /// The order with this number, which customers see; of several the newest.
    func order(number: String, site: SiteID) throws(StorageError) -> OrderID?
    /// The orders, newest first, optionally of one status.
    func orders(site: SiteID, status: OrderStatus?, limit: Int) throws(StorageError) -> [CachedOrder]
    /// The orders whose number or customer contains the text, ignoring case and accents; newest first.
    /// A text of one or two characters is looked for in the newest orders only, 50,000 of the shop's and all of the till's own.
    func searchOrders(_ text: String, site: SiteID, limit: Int) throws(StorageError) -> [CachedOrder]
    /// The given orders that the cache lacks or has in another version.
    func uncached(_ orders: [Order]) throws(StorageError) -> [Order]
    /// How many of the `limit` orders that were cached first were fetched before a time, without orders of open
    /// transactions.
    func orderCount(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
    /// The payment that paid an order at this till, whether or not the order is cached.
    func paidBy(order: OrderID, site: SiteID) throws(StorageError) -> PaymentID?
}
