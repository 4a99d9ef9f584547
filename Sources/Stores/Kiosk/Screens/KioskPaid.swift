import Foundation
import Model

/// A payment that charged something.
package struct KioskPaid: Hashable, Codable, Sendable {
    package let payment: PaymentID
    /// The customer's receipt; nil if there is none.
    package let receipt: ReceiptID?
    /// What was charged, tip included.
    package let amount: Money
    package let tip: Money?
    /// What is still to be paid; nil if nothing is.
    package let open: Money?
    /// When it ended.
    package let at: Date
    /// Why a way to have the receipt is not to be had now, by the way.
    package var unavailable: [KioskSettings.Choice: String] = [:]

    package init(payment: PaymentID, receipt: ReceiptID?, amount: Money, tip: Money?, open: Money?, at time: Date) {
        self.payment = payment
        self.receipt = receipt
        self.amount = amount
        self.tip = tip
        self.open = open
        at = time
    }

    /// The bill without the tip.
    package var base: Money { tip.flatMap { try? amount.subtracting($0) } ?? amount }
}
