import Flow
import Hardware
import Model

/// What a person is shown while a payment runs. It is passed on as state, never as an answer.
package enum PaymentProgress: Hashable, Sendable {
    /// The payment's intent is durable, and the terminal is asked next.
    case begun(PaymentID)
    case phase(PaymentMachine.Phase)
    case shows(TerminalProgress)
    /// The payment is approved. It is booked once the till learns what became of its goods
    /// (`CardPresentPaymentsAction.goods`).
    case giveGoods(PaymentID, Money)
    /// The outcome of an earlier transaction, which was not known until now.
    case foundOut(PaymentReport)
}
