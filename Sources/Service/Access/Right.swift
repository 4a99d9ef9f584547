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
    /// Settle doubts, and end the day.
    case manage
    /// The journal.
    case audit
}
