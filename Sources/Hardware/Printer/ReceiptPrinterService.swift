import Flow
import Model

/// Opens printers by address.
package protocol ReceiptPrinterService: Sendable {
    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter
}
