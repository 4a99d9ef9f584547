/// One receipt as the terminal prints it.
struct TerminalReceipt: Equatable, Sendable {
    enum Recipient: UInt8, Sendable { case merchant = 1, customer = 2, administration = 3 }

    var recipient: Recipient
    var lines: [TerminalReceiptLine]
    /// Whether the receipt is for a successful transaction and not for a declined one.
    var isPositive: Bool
}
