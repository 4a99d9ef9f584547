import Flow
import Model

/// What this till and its shop say of one order that was to be paid or given back that day: the third of the books.
package struct OrderReconciliation: Hashable, Sendable {
    package let order: OrderID
    package let number: String
    /// Its payments, on any terminal of this till.
    package var approved: [PaymentID]
    /// Those that were not given back as a whole.
    package var standing: [PaymentID]
    /// The payment that it is marked paid by.
    package var paidBy: PaymentID?
    /// The payment that stands for it and was booked with too little to pay it.
    package var underpaidBy: PaymentID?
    /// What the shop says of it; nil where it could not be asked.
    package var shopStatus: OrderStatus?
    /// Whether the shop was told all there is to tell.
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
