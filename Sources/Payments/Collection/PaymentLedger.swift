import Flow
import Hardware
import Model

/// The durable side of a payment.
package protocol PaymentLedger: Sendable {
    /// Writes one fact and everything that must be in the same transaction. When it returns, it is on disk.
    /// - Parameter history: the payment as it is with this fact.
    func write(_ event: PaymentEvent, of history: PaymentHistory) throws(Failure)
    /// The transactions that other payments stand for. What cannot be read now is found out when the payment is settled.
    func claimed(besides intent: PaymentIntent) -> [ClaimedTransaction]
}
