import Flow
import Foundation
import Model
import Receipts
import Storage

/// Journal kind `order.alreadyPaid`: a payment was approved for an order that another one had paid.
package struct OrderConflict: Hashable, Codable, Sendable {
    package static let kind = "order.alreadyPaid"

    let order: OrderID
    let paidBy: PaymentID
}
