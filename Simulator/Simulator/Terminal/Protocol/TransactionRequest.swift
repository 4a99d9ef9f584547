/// A command that moves money.
struct TransactionRequest: Hashable, Sendable {
    var command = TerminalJournal.Command.payment
    var password: String?
    var amount: Int64?
    var currency: Int?
    /// BMP 87: the referenced receipt.
    var receipt: Int?
    /// The limit for the till's answer in seconds (BMP 01).
    var responseTimeout: Int?
    /// How often the terminal waits for the goods at most, when the till answers `84 9C` (BMP 02).
    var longestWait: Int?
}
