import Flow
import Hardware
import Model

/// What a person is told while a payment runs. Travels as state, never as an answer.
package enum PaymentProgress: Hashable, Sendable {
    case phase(PaymentMachine.Phase)
    case shows(TerminalProgress)
    /// It is approved, and is booked once it is told what became of its goods (`CardPresentPaymentsAction.goods`).
    case giveGoods(PaymentID, Money)
    /// What became of an earlier transaction, which was not known until now.
    case foundOut(PaymentReport)
}
