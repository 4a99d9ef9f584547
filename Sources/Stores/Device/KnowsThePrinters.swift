import Model

/// Read access to the printers' status.
package protocol KnowsThePrinters: Sendable {
    /// The standing of a printer; nil if nothing was ever asked of it.
    func standing(of printer: DeviceAddress) -> PrinterStanding?
    /// Whether a print has begun there and not ended.
    func isPrinting(on printer: DeviceAddress) -> Bool
}
