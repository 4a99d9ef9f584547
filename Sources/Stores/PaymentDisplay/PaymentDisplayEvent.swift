import Flow
import Hardware
import Model
import Payments

/// Events about what a payment shows.
package enum PaymentDisplayEvent: Hashable, Codable, Sendable {
    case began
    case phase(PaymentMachine.Phase)
    case shows(TerminalProgress)
    /// The id, amount and outcome of an earlier transaction that was in doubt.
    case foundOut(PaymentID, Money, PaymentOutcome)
    case giveGoods(PaymentID, Money)
    case ended(outcome: String)
    case refused(Failure)
}
