import Flow
import Model

/// Authorises cards that an encrypting reader has read and stores the transactions. An integration of a payment host
/// implements it (docs/encrypting-readers.md).
///
/// Every transaction has a reference, which the till assigns before anything is sent and never uses twice. Each answer
/// is what stands under that reference at the time of the answer, and is never a guess: without word from the host it is
/// `unknown`. A reference that was authorised before is answered for and not authorised again. One that was made void
/// while it was unknown is closed: an authorisation that arrives later is refused.
///
/// Questions return at once and must not block; the answer comes later, once, on any queue. The till waits for
/// `AcquiringTerminal.longestAnswer` and asks again then.
package protocol Acquirer: AnyObject, Sendable {
    typealias Answer = @Sendable (AcquirerAnswer) -> Void

    /// The acquirer's name for this till. No two tills share one.
    var terminalID: String { get }
    /// Charges the card or gives money back to it. The card's data can be used only once.
    func authorise(_ transaction: AcquirerTransaction, _ card: PresentedCard, answer: @escaping Answer)
    /// Takes back the whole transaction with that receipt number, as a transaction of its own.
    func reverse(receipt: Int, as transaction: AcquirerTransaction, answer: @escaping Answer)
    /// Makes sure that nothing stands under this reference, now or later.
    func void(_ reference: PaymentID, answer: @escaping Answer)
    func enquire(_ reference: PaymentID, answer: @escaping Answer)
    /// Asks for the newest transaction of this till; the answer is `nothing` if there is none.
    func newest(answer: @escaping Answer)
}

/// A request to an acquirer.
package struct AcquirerTransaction: Hashable, Sendable {
    package let reference: PaymentID
    package let kind: TransactionKind
    package let amount: Money

    package init(reference: PaymentID, kind: TransactionKind, amount: Money) {
        self.reference = reference
        self.kind = kind
        self.amount = amount
    }
}

/// What an acquirer says of a reference.
///
/// A result bears the numbers that the acquirer counts for this till: receipt (1 to 9999, then from 1) and trace, each
/// newer than all before; the amount and currency that were booked; its terminal id; and of the card what may be printed.
package enum AcquirerAnswer: Hashable, Sendable {
    /// The transaction is approved and its result code is 0. The result of a reversal names the trace of its original.
    case approved(TransactionResult)
    /// It was refused and nothing is charged. Its result code is not 0.
    case declined(TransactionResult)
    /// The transaction was approved and then taken back by this one, which names its trace.
    case reversed(TransactionResult)
    /// There is nothing under that reference. As the answer to `void`, there never will be.
    case nothing
    /// The acquirer has not said.
    case unknown(Failure)
}
