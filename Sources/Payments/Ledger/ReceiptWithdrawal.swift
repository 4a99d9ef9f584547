import Foundation
import Model
import Storage

/// Withdraws the receipts of a payment whose outcome is no longer valid, because a person withdrew the settlement or
/// the terminal told of a later booking. Their waiting prints are not made.
package enum ReceiptWithdrawal {
    static func withdraw(
        receiptsOf payment: PaymentID, in transaction: any StorageTransaction, at now: Date
    ) throws {
        let standing = try transaction.receipts(payment: payment)
        guard !standing.isEmpty else { return }
        let voided = try standing.flatMap { try transaction.withdraw(receipt: $0.id, at: now) }
        try transaction.append(
            kind: WithdrawalFact.kind, payment: payment,
            encoding: WithdrawalFact(receipts: standing.map(\.id), voidedPrints: voided.map(\.id)))
    }

    /// Archives a receipt. If a withdrawn receipt of the payment has the same content, that one becomes valid again, so
    /// that the content is not printed a second time without a mark.
    ///
    /// - Returns: the valid receipt, and whether it was printed before.
    package static func archive(
        _ receipt: Receipt, in transaction: any StorageTransaction, at now: Date
    ) throws -> (id: ReceiptID, isOnPaper: Bool) {
        let former = try transaction.withdrawnReceipts(payment: receipt.payment).last {
            $0.document.saysTheSame(as: receipt)
        }
        guard let former else {
            try transaction.insert(receipt, createdAt: now)
            return (receipt.id, false)
        }
        try transaction.reinstate(receipt: former.id)
        try transaction.append(
            kind: WithdrawalFact.undone, payment: receipt.payment,
            encoding: WithdrawalFact(receipts: [former.id], voidedPrints: []))
        return (former.id, former.printCount > 0)
    }
}

extension Receipt {
    /// Whether the other receipt would print the same, apart from its id and the time of issue. A receipt whose order
    /// is no longer cached may lack what this one has.
    fileprivate func saysTheSame(as other: Receipt) -> Bool {
        copy == other.copy && payment == other.payment && kind == other.kind
            && total == other.total && tip == other.tip && card == other.card
            && (other.isWithoutOrder || hasOrder(of: other)) && merchant == other.merchant
            && language == other.language && currencyFormat == other.currencyFormat
    }

    private var isWithoutOrder: Bool { orderNumber == nil && lines.isEmpty && adjustments.isEmpty && taxes.isEmpty }

    private func hasOrder(of other: Receipt) -> Bool {
        orderNumber == other.orderNumber && lines == other.lines && adjustments == other.adjustments
            && taxes == other.taxes
    }
}
