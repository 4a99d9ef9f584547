import Flow
import Hardware
import Model
import Payments

/// Facts about what a payment shows.
package enum PaymentDisplayEvent: Hashable, Codable, Sendable {
    case began
    case phase(PaymentMachine.Phase)
    case shows(TerminalProgress)
    /// An earlier transaction whose end was not known: its id, its amount, and what became of it.
    case foundOut(PaymentID, Money, PaymentOutcome)
    case giveGoods(PaymentID, Money)
    case ended(outcome: String)
    case refused(Failure)
}
