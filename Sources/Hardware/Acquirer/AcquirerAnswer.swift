import Flow
import Model

/// What an acquirer says of a reference.
///
/// A result bears the numbers that the acquirer counts for this till: receipt (1 to 9999, then from 1) and trace, each
/// newer than all before; the amount and currency that were booked; its terminal id; and of the card what may be printed.
package enum AcquirerAnswer: Hashable, Sendable {
    /// The transaction is approved and its result code is 0. The result of a reversal names the trace of its original.
    case approved(TransactionResult)
    /// The transaction was refused and nothing is charged. Its result code is not 0.
    case declined(TransactionResult)
    /// The transaction was approved and then reversed by the transaction given here, which names the original's trace.
    case reversed(TransactionResult)
    /// The acquirer has no transaction under the reference. As the answer to `void`, it never will have one.
    case nothing
    /// The acquirer has not said.
    case unknown(Failure)
}
