/// The step that a payment has reached, by docs/payment-steps.md. Only `settled` is final.
package enum PaymentStage: String, Hashable, Codable, Sendable, CaseIterable {
    /// S1: stored; nothing was sent.
    case intended
    /// S2: the request may have been sent.
    case sending
    /// S5: the terminal reported a result.
    case resulted
    /// S8: the terminal ended with a completion.
    case completed
    /// S8: the terminal ended with an abort.
    case aborted
    /// S9: ledger, order, prints and outbox are stored.
    case settled
}
