import Failures
import Flow
import Model
import Transports

/// Refuses a card terminal and a printer at one address: print data would be sent to the terminal.
extension TillConfiguration {
    /// Throws `device.sameAddress` when a printer has the address of the reader in use or of a configured one.
    package func checkApart(reader: DeviceAddress? = nil, printer: DeviceAddress? = nil) throws(Failure) {
        let readers = [reader].compactMap(\.self) + readers.map(\.line.address)
        let printers = [printer].compactMap(\.self) + printers.map(\.line.address)
        for reader in readers {
            for printer in printers where printer.isPrinterAtPlace(of: reader) {
                throw Failure(
                    DeviceFailure.sameAddress, "The card terminal \(reader) and the printer \(printer) are one device.",
                    remedy:
                        "name another, or correct till.toml; till readers list, till printers list tell what there is",
                    recovery: .giveUp)
            }
        }
    }
}

extension DeviceAddress {
    /// Whether this printer address leads to the reader's device.
    package func isPrinterAtPlace(
        of reader: DeviceAddress, isOneFile: (String, String) -> Bool = DevicePlace.isOneFile
    ) -> Bool {
        DevicePlace(of: self, as: .printer).isSame(as: DevicePlace(of: reader, as: .reader), isOneFile: isOneFile)
    }
}
