import Foundation
import Model

/// The times of an order; nil when it has not happened, or the shop does not say.
package struct OrderDates: Hashable, Sendable {
    package let created: Date?
    package let modified: Date?
    package let paid: Date?
    package let completed: Date?

    init(_ order: ShopObject) {
        created = order.time("date_created")
        modified = order.time("date_modified")
        paid = order.time("date_paid")
        completed = order.time("date_completed")
    }
}
