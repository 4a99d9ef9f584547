/// A command that moves money.
struct TransactionRequest: Hashable, Sendable {
    var command = TerminalJournal.Command.payment
    var password: String?
    var amount: Int64?
    var currency: Int?
    /// BMP 87: the referenced receipt.
    var receipt: Int?
    /// BMP 01, seconds.
    var responseTimeout: Int?
    /// BMP 02.
    var longestWait: Int?
}
