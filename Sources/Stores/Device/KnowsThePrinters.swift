import Model

/// Someone who knows how the printers are, and nothing else.
package protocol KnowsThePrinters: Sendable {
    /// Nil when nothing was ever asked of it.
    func standing(of printer: DeviceAddress) -> PrinterStanding?
}
