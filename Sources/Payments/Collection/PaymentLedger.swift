import Flow
import Hardware
import Model

/// The durable side of a payment.
package protocol PaymentLedger: Sendable {
    /// Writes one fact together with everything that belongs in the same transaction. It is on disk when this returns.
    ///
    /// - Parameter history: the payment with this fact applied.
    func write(_ event: PaymentEvent, of history: PaymentHistory) throws(Failure)
    /// The transactions that other payments stand for. What cannot be read now is found out when the payment is
    /// settled.
    func claimed(besides intent: PaymentIntent) -> [ClaimedTransaction]
}
