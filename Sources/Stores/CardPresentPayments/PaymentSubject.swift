import Model
import Receipts

/// What a request comes to before a terminal is asked: what for, how much, for which order.
struct PaymentSubject: Sendable {
    var purpose = Purpose.payment
    var amount: Money
    var order: OrderID?
    var orderNumber: String?

    /// What the customer gets when all of it is approved.
    var customersSheet: ReceiptTemplates.Kind {
        purpose.kind.takesMoney && order != nil ? .orderReceipt : .cardSlip
    }
}

extension TransactionKind {
    /// The beginning of the ids of its transactions.
    var prefix: String {
        switch self {
        case .payment: "pay"
        case .refund: "ref"
        case .reversal: "rev"
        case .reservation: "res"
        case .booking: "bok"
        case .release: "rel"
        }
    }
}
