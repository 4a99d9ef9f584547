import Flow
import Foundation
import Model
import Storage

/// Journal kind `order.paidByOther`: the payment had paid the order and does not any more, and another one that stands
/// pays it. The other one gets the kind `order.paidInstead`.
package struct OrderHandover: Hashable, Codable, Sendable {
    package static let kind = "order.paidByOther"
    /// The kind of the same for the payment that pays the order since.
    package static let takenOver = "order.paidInstead"

    let order: OrderID
    package let paidBy: PaymentID
    /// The payment that had paid the order.
    let paidBefore: PaymentID
}
