import Foundation
import Model

/// An order as the shop last told it, and what this till knows better.
package struct CachedOrder: Hashable, Sendable {
    /// As fetched, except that an order this till has collected never reads as awaiting payment, and one it has given
    /// back as a whole reads as refunded.
    package let order: Order
    /// The payment that settled it here.
    package let paidBy: PaymentID?
    package let fetchedAt: Date
}

package protocol OrderReading {
    func order(id: OrderID, site: SiteID) throws(StorageError) -> CachedOrder?
    /// Newest order first; only one status where that is given.
    func orders(site: SiteID, status: OrderStatus?, limit: Int) throws(StorageError) -> [CachedOrder]
    /// Orders whose number or customer contains the text, without regard to case or accents; newest first.
    func searchOrders(_ text: String, site: SiteID, limit: Int) throws(StorageError) -> [CachedOrder]
    /// Those of these orders that the cache does not have just as they are.
    func uncached(_ orders: [Order]) throws(StorageError) -> [Order]
    /// How many of the `limit` orders that were cached first were fetched before then, without those of open transactions.
    func orderCount(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
    /// The payment that settled that order here, whether or not the order is in the cache.
    func paidBy(order: OrderID, site: SiteID) throws(StorageError) -> PaymentID?
}

package protocol OrderWriting {
    /// Replaces what the cache holds of these orders. Never touches who paid them.
    func save(_ orders: [Order], fetchedAt: Date) throws(StorageError)
    /// Notes that a payment settled this order. Again for the same payment changes nothing; for another one it is
    /// refused with `.conflict(.orderPaid)`. `.missing` when there is no such payment.
    func markPaid(order: OrderID, site: SiteID, by payment: PaymentID, at time: Date) throws(StorageError)
    /// Takes back that this order is settled.
    func unmarkPaid(order: OrderID, site: SiteID) throws(StorageError)
    /// Drops what `orderCount` counts. Returns how many.
    @discardableResult
    func dropOrders(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
    /// Drops the cache of one site. Who paid what stays known.
    func dropOrders(site: SiteID) throws(StorageError)
}
