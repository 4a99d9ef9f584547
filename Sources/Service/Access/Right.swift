/// What a caller may do.
package enum Right: String, CaseIterable, Sendable {
    /// Orders, payments, receipts, devices and what happens.
    case look
    /// Take payments, and cancel them.
    case collect
    /// Refund and reverse payments, and capture and release reservations.
    case giveBack = "give-back"
    /// Print receipts, and send them by e-mail.
    case print
    /// Settle doubts, end the day, do something to devices, read the configuration, and decide who is told of events.
    case manage
    /// The journal and the figures.
    case audit
}
