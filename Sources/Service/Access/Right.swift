/// What a caller may do.
package enum Right: String, CaseIterable, Sendable {
    /// Orders, payments, receipts, devices and what happens.
    case look
    /// Take payments, and cancel them.
    case collect
    /// Refund and reverse payments.
    case giveBack = "give-back"
    /// Print receipts.
    case print
    /// Settle doubts, end the day, and decide who is told of events.
    case manage
    /// The journal and the figures.
    case audit
}
