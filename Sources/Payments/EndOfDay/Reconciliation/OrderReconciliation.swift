import Flow
import Model

/// What this till and its shop know of one order that was paid or given back that day. It is the third of the three
/// books.
package struct OrderReconciliation: Hashable, Sendable {
    package let order: OrderID
    package let number: String
    /// The order's approved payments, on any terminal of this till.
    package var approved: [PaymentID]
    /// The payments that were not given back as a whole.
    package var standing: [PaymentID]
    /// The payment by which it is marked as paid.
    package var paidBy: PaymentID?
    /// The payment that was booked with too little to pay the order.
    package var underpaidBy: PaymentID?
    /// The order's status in the shop; nil if the shop could not be asked.
    package var shopStatus: OrderStatus?
    /// Whether the shop has been told everything about the order.
    package var shopWasTold: Bool

    package init(
        order: OrderID, number: String, approved: [PaymentID] = [], standing: [PaymentID] = [], paidBy: PaymentID?,
        shopStatus: OrderStatus? = nil, shopWasTold: Bool = true
    ) {
        self.order = order
        self.number = number
        self.approved = approved
        self.standing = standing
        self.paidBy = paidBy
        self.shopStatus = shopStatus
        self.shopWasTold = shopWasTold
    }
}
