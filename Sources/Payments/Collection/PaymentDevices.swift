import Model

/// The terminal of a payment, and the printer of its receipts.
package struct PaymentDevices: Hashable, Sendable {
    package let terminal: DeviceAddress
    /// The till's printer; the terminal's address if the till has none, which only a terminal that prints receipts by itself can do without.
    package let printer: DeviceAddress
    /// Whether the terminal prints the receipts on its own printer.
    package let isPrintedByTerminal: Bool
    /// The till's printer; nil if there is none.
    package var paper: DeviceAddress? { isPrintedByTerminal && printer == terminal ? nil : printer }

    package init(of intent: PaymentIntent) {
        self.init(
            terminal: intent.terminal, printer: intent.printer, isPrintedByTerminal: intent.isPrintedByTerminal)
    }

    package init(of request: PaymentRequest) {
        self.init(
            terminal: request.terminal, printer: request.printer, isPrintedByTerminal: request.isPrintedByTerminal)
    }

    package init(terminal: DeviceAddress, printer: DeviceAddress, isPrintedByTerminal: Bool = false) {
        self.terminal = terminal
        self.printer = printer
        self.isPrintedByTerminal = isPrintedByTerminal
    }
}
