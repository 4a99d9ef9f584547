import Model

/// How a payment stands by the journal.
package struct KioskLook: Hashable, Codable, Sendable {
    package enum Verdict: Hashable, Codable, Sendable {
        case running
        case doubt
        case approved
        case declined(reason: KioskDeclineReason)
        case cancelled(by: KioskEnd.Canceller)
        /// The payment ended and certainly charged nothing.
        case notCharged(reason: KioskDeclineReason)
        /// The goods were given, and the payment was taken back.
        case goodsUnpaid
    }

    package let verdict: Verdict
    package let paid: KioskPaid
    /// The payment that was begun in the place of this one.
    package var next: PaymentID?

    package init(_ verdict: Verdict, _ paid: KioskPaid, next: PaymentID? = nil) {
        (self.verdict, self.paid, self.next) = (verdict, paid, next)
    }
}
