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
