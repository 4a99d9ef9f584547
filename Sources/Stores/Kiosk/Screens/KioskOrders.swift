import Foundation
import Model

/// The list of the orders that wait for their payment.
package struct KioskOrders: Hashable, Codable, Sendable {
    package struct Row: Hashable, Codable, Sendable {
        package let id: OrderID
        package let number: String
        /// The customer, shortened: others read it too.
        package let name: String
        package let total: Money
        /// When it was ordered; nil if the shop cannot be asked, or does not say.
        package var time: Date?
    }

    package var round: Int
    package var loading = KioskLoading.loading
    package var rows: [Row] = []
    /// Whether these are all orders, as the shop has them now.
    package var isWhole = false
    /// The row that is being opened.
    package var chosen: OrderID?
    /// The number of the request that opens the order.
    package var choice = 0
}
