import Flow
import Hardware
import Model
import Storage

/// What is done with a printer besides printing receipts. Works with nobody signed in.
package enum PrinterServiceAction: Action {
    /// How the printer is, as far as it tells. Throws `printer.inUse` while somebody prints there.
    case status(DeviceAddress, Reply<PrinterStatus>)
    /// Sends what is no receipt, and waits until it is printed as far as the printer can tell. It is not kept: what did not
    /// come out is not tried again.
    case send([UInt8], to: DeviceAddress, Reply<PrintEnd>)
    /// Opens a drawer, behind what is being printed.
    /// - Parameter atOnce: the same as a command that a printer obeys whatever its state; sent where it cannot print. Nil
    ///   where it has none: then what stands in its way is the answer.
    case openDrawer([UInt8], atOnce: [UInt8]?, of: DeviceAddress, Reply<DrawerReport>)
    /// Sends a command that ends a jam, where the printer says that it has one; then asks how it is. Throws
    /// `printer.inUse` while somebody prints there.
    case recover([UInt8], DeviceAddress, Reply<PrinterStatus>)
}

/// How a drawer was opened. Whether it did open no printer tells for certain.
package struct DrawerReport: Hashable, Sendable {
    package let end: PrintEnd
    /// Why it was not told in order with what it prints, but at once.
    package let obstacle: Failure?
}
