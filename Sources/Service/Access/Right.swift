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
    /// Settle doubts, end the day, and do something to devices.
    case manage
    /// Read the configuration, and decide who is told of events.
    case configure
    /// The journal and the figures.
    case audit
    /// A copy of all data.
    case backUp = "back-up"
}

extension Set<Right> {
    /// What an operator's PIN gives to a caller who may take payments, for as long as the operator's right stands.
    static let ofOperator: Set<Right> = [.giveBack, .print, .manage]
}
