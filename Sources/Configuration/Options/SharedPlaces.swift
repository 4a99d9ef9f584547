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
                    DeviceFailure.sameAddress,
                    Sentence("failure.device.sameAddress", ["reader": reader, "printer": printer]),
                    remedy: Sentence("remedy.device.sameAddress"), recovery: .giveUp)
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
