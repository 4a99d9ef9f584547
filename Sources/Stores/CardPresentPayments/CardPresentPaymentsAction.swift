import Flow
import Hardware
import Model
import Payments

/// What can be asked of card payments.
package enum CardPresentPaymentsAction: Action {
    /// Takes a payment, or gives one back. Answered when the outcome is known, or when it is in doubt for longer than the request allows.
    /// A failure means that no money moved and nothing was sent; everything else is a report.
    case collectPayment(PaymentRequest, Reply<PaymentReport>)
    /// Settles a transaction in doubt by what a person read in the terminal's own journal. Refused where that contradicts
    /// what the terminal told.
    case settleDoubt(
        PaymentID, OperatorEvidence.Statement, words: String?, numbersRestarted: Bool = false,
        newestIsAnothers: Bool = false, Reply<PaymentReport>)
    /// Finds out what became of a transaction in doubt, and begins nothing: its terminal is asked, at the address where it is
    /// now. What is final already is told as it is.
    case resolve(PaymentID, at: DeviceAddress?, giveUpAfter: Duration, Reply<PaymentReport>)
    /// Takes back what a person had said of a transaction: it is in doubt again.
    case withdrawSettlement(PaymentID, words: String, Reply<PaymentReport>)
    /// What became of the goods of a payment that waits for that (`PaymentRequest.givesGoods`). Answered once it is
    /// written. The same once more is no mistake; something else is a conflict, and so is what comes when the payment is
    /// over and the goods do not fit how it ended.
    case goods(PaymentID, DispenseResult, Reply<Void>)
    /// Asks what runs or is being prepared on a terminal to be cancelled, a payment, a service or an end of day: true when
    /// there is any. Once the terminal was asked, the outcome still comes from the terminal.
    case cancelPayment(on: DeviceAddress, Reply<Bool>)
    /// Leaves what runs on a terminal at once: a payment that was sent ends in doubt, and the terminal is asked about it
    /// later. Answers whether one was sent.
    case leavePayment(on: DeviceAddress, Reply<Bool>)
    /// Which readers could be connected now.
    case discoverReaders(Reply<[DeviceIdentity]>)
}
