import Flow
import Foundation
import Model
import Storage

/// Journal kind `order.paidByOther`: the payment had paid the order and does not any more, and another one that stands
/// pays it.
package struct OrderHandover: Hashable, Codable, Sendable {
    package static let kind = "order.paidByOther"

    let order: OrderID
    let paidBy: PaymentID
}
