import Failures
import Flow
import Model
import Transports

/// Refuses a card terminal and a printer at one address: print data would be sent to the terminal.
extension TillConfiguration {
    /// Throws `device.sameAddress` when a printer has the address of the terminal in use or of a configured one.
    package func checkApart(terminal: DeviceAddress? = nil, printer: DeviceAddress? = nil) throws(Failure) {
        let terminals = [terminal].compactMap(\.self) + readers.map(\.line.address)
        let printers = [printer].compactMap(\.self) + printers.map(\.line.address)
        for terminal in terminals {
            for printer in printers where printer.isPrinterAtPlace(of: terminal) {
                throw Failure(
                    DeviceFailure.sameAddress,
                    Sentence("failure.device.sameAddress", ["reader": terminal, "printer": printer]),
                    remedy: Sentence("remedy.device.sameAddress"), recovery: .giveUp)
            }
        }
    }
}

extension DeviceAddress {
    /// Whether this printer address leads to the terminal's device.
    package func isPrinterAtPlace(
        of terminal: DeviceAddress, isOneFile: (String, String) -> Bool = DevicePlace.isOneFile
    ) -> Bool {
        DevicePlace(of: self, as: .printer).isSame(as: DevicePlace(of: terminal, as: .terminal), isOneFile: isOneFile)
    }
}
