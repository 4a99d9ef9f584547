import Model

/// What the terminal answered when asked for its last transaction.
package enum LastTransactionAnswer: Hashable, Codable, Sendable {
    indirect case transaction(TransactionResult)
    /// It took the question and ended it with this code instead.
    case nothing(code: DeviceCode?)
    /// It would not take the question: some terminals cannot repeat, whatever they have booked.
    case refused(code: DeviceCode)
    /// It agreed to answer and then told of no transaction (some terminals always do).
    case silent
    /// Asked for that: the receipt numbers of reservations that are open. There may be more.
    case openReservations([Int])
}
