import Flow
import Hardware
import Model

/// Facts about printers.
package enum PrinterEvent: Hashable, Codable, Sendable {
    case said(DeviceAddress, PrinterStatus)
    case began(DeviceAddress)
    case goesOn(DeviceAddress, PrinterStatus)
    case waits(DeviceAddress, Failure, PrinterStatus)
    case ended(DeviceAddress)
}
