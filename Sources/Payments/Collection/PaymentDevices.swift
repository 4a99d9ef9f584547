import Model

/// The terminal of a payment, and the printer of its receipts.
package struct PaymentDevices: Hashable, Sendable {
    package let terminal: DeviceAddress
    /// The terminal's address if the terminal prints the receipts on its own printer.
    package let printer: DeviceAddress
    package let isPrintedByTerminal: Bool

    package init(terminal: DeviceAddress, printer: DeviceAddress, isPrintedByTerminal: Bool = false) {
        self.terminal = terminal
        self.printer = printer
        self.isPrintedByTerminal = isPrintedByTerminal
    }
}
