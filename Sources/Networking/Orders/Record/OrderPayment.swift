import Foundation
import Model

/// How an order is paid.
package struct OrderPayment: Hashable, Sendable {
    package let method: String
    package let methodTitle: String
    package let transactionID: String
    /// Nil when the shop is too old to say.
    package let isNeeded: Bool?
    package let isEditable: Bool?

    init(_ order: ShopObject) {
        method = order.optionalText("payment_method") ?? ""
        methodTitle = order.plainText("payment_method_title")
        transactionID = order.optionalText("transaction_id") ?? ""
        isNeeded = order.optionalFlag("needs_payment")
        isEditable = order.optionalFlag("is_editable")
    }
}
