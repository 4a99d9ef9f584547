import Flow
import Foundation
import Model
import Receipts
import Storage

/// Journal kind `order.alreadyPaid`: a payment was approved for an order that another one had paid.
package struct OrderConflict: Hashable, Codable, Sendable {
    let order: OrderID
    let paidBy: PaymentID
}
