/// The outcome of a payment. Every case but `inDoubt` is final; recovery replaces that one later.
package enum PaymentOutcome: Hashable, Codable, Sendable {
    /// The terminal has booked the payment, and there is proof of it.
    indirect case approved(TransactionResult)
    /// The terminal or the host refused the payment; nothing was charged.
    case declined(code: DeviceCode, text: String?)
    /// The cardholder, the cashier or the terminal's time limit ended it; nothing was charged.
    case cancelled(code: DeviceCode)
    /// The terminal booked the payment and took it back by itself; nothing is charged now.
    indirect case reversed(TransactionResult?)
    /// The payment certainly never started, or never reached the terminal's journal.
    case notCharged(reason: Sentence)
    /// The outcome is not known yet. The order is neither paid nor free, and the terminal is blocked until this is
    /// resolved.
    case inDoubt(reason: Sentence)
    /// The goods were not given, and the terminal took the payment back; nothing is charged.
    case goodsNotGiven
    /// The goods were given, and the terminal took the payment back all the same: somebody has them unpaid.
    case goodsUnpaid

    /// Whether this outcome can never change by itself.
    package var isFinal: Bool {
        if case .inDoubt = self { return false }
        return true
    }
}
