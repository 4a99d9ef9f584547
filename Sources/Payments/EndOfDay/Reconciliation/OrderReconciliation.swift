import Flow
import Model

/// What this till and its shop know of one order that was paid or given back that day. It is the third of the three
/// books.
package struct OrderReconciliation: Hashable, Sendable {
    package let order: OrderID
    package let number: String
    /// The order's approved payments, on any terminal of this till.
    package var approved: [PaymentID]
    /// The payments that stand for it, with all of it or with a part.
    package var standing: [PaymentID]
    /// The payment by which it is marked as paid.
    package var paidBy: PaymentID?
    /// Those that stand with too little to pay the order: too little was booked, or a part was given back of an order that
    /// nothing pays.
    package var underpaid: Set<PaymentID> = []
    /// One of those that stand of which the terminal said that it was taken back before; nil if it said so of none.
    package var saidTakenBack: PaymentID?
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
