import Flow
import Hardware
import Model

/// What can be asked of card payments.
public enum CardPresentPaymentsAction: Action {
    /// Takes a payment. Answered when the outcome is known, or when it is in doubt for longer than the request allows.
    /// A failure means that nothing was charged and nothing was sent; everything else is a report.
    case collectPayment(PaymentRequest, Reply<PaymentReport>)
    /// Asks the payment that runs or is being prepared to be cancelled: true when there is one. Once the terminal was
    /// asked, the outcome still comes from the terminal.
    case cancelPayment(Reply<Bool>)
    /// Which readers could be connected now.
    case discoverReaders(Reply<[DeviceIdentity]>)
}
