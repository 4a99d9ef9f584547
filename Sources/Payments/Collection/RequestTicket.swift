import Model
import Synchronization

/// Distinguishes one request for a transaction from every other: with the ticket its caller cancels this request, and not
/// what somebody else has on the same terminal.
package final class RequestTicket: Hashable, Sendable {
    private let begun = Mutex<PaymentID?>(nil)

    package init() {}

    /// The transaction, once it has begun.
    package var payment: PaymentID? { begun.withLock { $0 } }

    package func note(_ payment: PaymentID) { begun.withLock { $0 = payment } }

    package static func == (left: RequestTicket, right: RequestTicket) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
