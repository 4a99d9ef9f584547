import Model

/// Read access to the printers' status.
package protocol KnowsThePrinters: Sendable {
    /// The standing of a printer; nil if nothing was ever asked of it.
    func standing(of printer: DeviceAddress) -> PrinterStanding?
}
