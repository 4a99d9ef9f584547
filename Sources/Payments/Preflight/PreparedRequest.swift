import Failures
import Flow
import Model
import Receipts

/// A request after the checks and before a terminal is asked: its kind, its amount, and its order.
struct PreparedRequest: Sendable {
    var purpose = TransactionPurpose.payment
    var amount: Money
    var order: OrderID?
    var orderNumber: String?
    /// Whether the caller named goods without an order.
    var hasGoods = false

    /// The kind of receipt that the customer gets for an approval.
    var customersSheet: ReceiptTemplates.Kind {
        purpose.kind.takesMoney && (order != nil || hasGoods) ? .orderReceipt : .cardSlip
    }
}

extension Failure {
    static func totalsDiffer(_ why: Sentence) -> Failure {
        Failure(
            ReceiptFailure.totalsDiffer, Sentence("failure.receipt.totalsDiffer.totalsDiffer", ["why": why]),
            remedy: Sentence("remedy.receipt.totalsDiffer.totalsDiffer"), recovery: .giveUp)
    }

    static let receiptNotForThis = Failure(
        ReceiptFailure.notForThis, Sentence("failure.receipt.notForThis"), recovery: .giveUp)
}

extension TransactionKind {
    /// The prefix of the ids of its transactions.
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
