import Hardware
import Model

/// A terminal that is connected and registered, with its last transaction.
struct PreparedTerminal: Sendable {
    let terminal: any PaymentTerminal
    /// The terminal's id from its registration, or else from its last transaction; nil if it told none.
    let terminalID: String?
    let watermark: Watermark
    /// The terminal's last transaction; nil if it told none.
    let last: TransactionResult?
    let habits: TerminalHabits

    /// This terminal without its id, for an id that names another terminal as well. It is then known by its
    /// address.
    var unnamed: PreparedTerminal {
        var last = last
        last?.terminalID = nil
        return PreparedTerminal(
            terminal: terminal, terminalID: nil, watermark: watermark, last: last, habits: habits)
    }
}
