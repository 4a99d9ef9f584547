import Flow
import Hardware
import Model
import Storage

/// Requests for a printer besides printing receipts. They work without a signed-in operator.
/// - Shop: none
package enum PrinterServiceAction: Action {
    /// The printer's status as far as it tells. Throws `printer.inUse` while somebody prints there.
    case status(DeviceAddress, Reply<PrinterStatus>)
    /// Sends bytes that are no receipt, and waits until they are printed as far as the printer can tell. They are not
    /// stored: a failed print is not tried again.
    case send(PrintData, to: DeviceAddress, Reply<PrintEnd>)
    /// Opens a drawer after the current print. The journal has it before the printer is told.
    /// - Parameter atOnce: the drawer command that a printer obeys in any state, which is sent if it cannot print. If
    ///   the printer has none (nil), the obstacle is the reply.
    case openDrawer([UInt8], atOnce: [UInt8]?, of: DeviceAddress, by: Requester? = nil, Reply<DrawerReport>)
    /// Sends a command that ends a jam if the printer reports one, then asks for its status. Throws `printer.inUse`
    /// while somebody prints there.
    case recover([UInt8], DeviceAddress, Reply<PrinterStatus>)
}
