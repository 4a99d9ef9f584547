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
    /// Whether the receipt comes out of the terminal by itself.
    package var isPrintedByTerminal = false

    package init(payment: PaymentID, receipt: ReceiptID?, amount: Money, tip: Money?, open: Money?, at time: Date) {
        self.payment = payment
        self.receipt = receipt
        self.amount = amount
        self.tip = tip
        self.open = open
        at = time
    }

    /// The ways in which the receipt can be had, of those that the kiosk offers.
    package func choices(of offered: [KioskSettings.Choice]) -> [KioskSettings.Choice] {
        let choices = offered.filter { choice in
            switch choice {
            case .none: true
            case .print: receipt != nil && !isPrintedByTerminal
            case .email, .show: receipt != nil
            }
        }
        return choices.isEmpty && isPrintedByTerminal ? [.none] : choices
    }

    /// The bill without the tip.
    package var base: Money { tip.flatMap { try? amount.subtracting($0) } ?? amount }
}
