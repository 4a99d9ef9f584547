import Flow
import Hardware
import Model
import Storage

/// The durable side of a payment.
package protocol PaymentLedger: Sendable {
    /// Writes one fact together with everything that belongs in the same transaction.
    ///
    /// - Parameters:
    ///   - history: the payment with this fact applied.
    ///   - sync: when the fact is on the disk.
    func write(_ event: PaymentEvent, of history: PaymentHistory, _ sync: CommitSync) throws(Failure)
    /// The transactions that other payments stand for. What cannot be read now is found out when the payment is
    /// settled.
    func claimed(besides intent: PaymentIntent) -> [ClaimedTransaction]
    /// What terminals had told as their last transaction before this payment began.
    func watermarks(before intent: PaymentIntent) throws(Failure) -> EarlierWatermarks
}
