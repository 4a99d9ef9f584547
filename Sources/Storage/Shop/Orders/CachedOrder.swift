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

    package init(
        order: Order, paidBy: PaymentID?, fetchedAt: Date
    ) {
        self.order = order
        self.paidBy = paidBy
        self.fetchedAt = fetchedAt
    }
}
