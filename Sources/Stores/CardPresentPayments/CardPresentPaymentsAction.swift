import Flow
import Hardware
import Model
import Payments

/// Requests for card payments.
/// - Shop: a payment of an order loads the order (GET wc/v3/orders/{id}) before the card is charged; offline it is refused, or
///   takes the kept order if the configuration permits that. The outbox tells the shop afterwards
package enum CardPresentPaymentsAction: Action {
    /// Takes a payment or gives one back. The reply comes when the outcome is known, or when it is in doubt for longer
    /// than the request allows. A failure means that no money moved and nothing was sent; everything else is a report.
    case collectPayment(PaymentRequest, Reply<PaymentReport>)
    /// Takes a payment or gives one back, as `collectPayment` does. The reply comes as soon as its intent is durable, and the
    /// journal tells the outcome; a failure means that no money moved and nothing was sent. A key that was used for the same
    /// request is answered with its payment.
    case beginPayment(PaymentRequest, Reply<PaymentID>)
    /// The payment that the request's key stands for; nil for a key that is not used. Fails with `payment.keyConflict` if the
    /// key was used for another request.
    case findRequest(PaymentRequest, Reply<PaymentID?>)
    /// Requests cancellation of a payment that runs here; the reply is false if it does not. The outcome still comes from the
    /// terminal.
    case cancel(PaymentID, Reply<Bool>)
    /// Settles a transaction in doubt by what a person read in the terminal's own journal. Evidence that contradicts
    /// what the terminal told is refused.
    case settleDoubt(
        PaymentID, OperatorEvidence.Statement, words: String?, numbersRestarted: Bool = false,
        newestIsAnothers: Bool = false, isOfOtherTerminal: Bool = false, by: Requester? = nil, Reply<PaymentReport>)
    /// Finds out what became of a transaction in doubt without beginning a new one. Its terminal is asked at its
    /// current address. A transaction that is final already is reported as it is.
    case resolve(PaymentID, at: DeviceAddress?, giveUpAfter: Duration, Reply<PaymentReport>)
    /// Withdraws a person's settlement: the transaction is in doubt again.
    case withdrawSettlement(PaymentID, words: String, by: Requester? = nil, Reply<PaymentReport>)
    /// Reports what became of the goods of a payment that waits for that (`PaymentRequest.givesGoods`). The reply comes
    /// once it is written. Repeating the same report is no error. A different report is a conflict, and so is one that
    /// comes after the payment and does not fit its end.
    case goods(PaymentID, DispenseResult, Reply<Void>)
    /// Requests cancellation of the payment, service or end of day that runs or is being prepared on a terminal; the
    /// reply is true if there is one. Once the terminal was asked, the outcome still comes from the terminal. With a ticket
    /// only its own request is cancelled, at the latest before it begins.
    case cancelPayment(on: DeviceAddress, of: RequestTicket? = nil, Reply<Bool>)
    /// Leaves the work on a terminal at once: a payment that was sent ends in doubt, and the terminal is asked about it
    /// later. The reply tells whether one was sent.
    case leavePayment(on: DeviceAddress, of: RequestTicket? = nil, Reply<Bool>)
    /// Lists the terminals that could be connected now.
    case discoverReaders(Reply<[DeviceIdentity]>)
}
