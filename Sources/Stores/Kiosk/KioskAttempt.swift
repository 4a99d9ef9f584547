import Model

/// One customer's attempt to pay: what is due, and the key by which it is paid once.
package struct KioskAttempt: Hashable, Codable, Sendable {
    /// How the idempotency keys of a kiosk begin, by which a restarted service recognises its customers' payments.
    package static let keyPrefix = "kiosk-"

    /// The payment's idempotency key, fixed when the bill is shown.
    package let key: String
    package var bill: KioskBill
    package var tip: Money?
    /// Whether the customer has been asked for a tip.
    package var isTipSettled = false
    /// Whether the customer goes on though nothing can be printed.
    package var isPaperless = false
    /// Whether a machine gives the goods between the approval and the booking.
    package var givesGoods = false

    init(_ bill: KioskBill, fresh: String) {
        key = Self.keyPrefix + fresh
        self.bill = bill
    }

    /// What the card is charged.
    package var due: Money { tip.flatMap { try? bill.total.adding($0) } ?? bill.total }
}
