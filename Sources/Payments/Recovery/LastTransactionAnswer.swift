import Model

/// The terminal's answer to the question for its last transaction.
package enum LastTransactionAnswer: Hashable, Codable, Sendable {
    indirect case transaction(TransactionResult)
    /// The terminal accepted the question and ended it with this code, without a transaction.
    case nothing(code: DeviceCode?)
    /// The terminal refused the question: some cannot repeat, whatever they have booked.
    case refused(code: DeviceCode)
    /// The terminal accepted the question and told no transaction (some always do).
    case silent
    /// The receipt numbers of open reservations, which were asked for. There may be more.
    case openReservations([Int])
}
