import Foundation
import Model

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
    /// Deletes a cached order, but not the record of who paid it.
    func dropOrder(_ order: OrderID, site: SiteID) throws(StorageError)
    /// Deletes the cached orders of one site, but not the records of who paid them.
    func dropOrders(site: SiteID) throws(StorageError)
}
