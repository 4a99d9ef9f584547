import ESCPOS
import Failures
import Flow
import Hardware
import Model

/// A receipt printer in this process, `simulated:DIR[?fault=NAME][&dots=576]`, whose pages are stored in DIR.
///
/// The driver is that of real printers; only line and printer are simulated. The printer confirms every print (`GS (
/// H`).
package final class SimulatedReceiptPrinter: ReceiptPrinter {
    package let identity: DeviceIdentity
    package let line: SimulatedPrinterLine
    private let driver: ESCPOSPrinter

    /// Throws `simulator.badFault`, `simulator.paper`, or `paper.fontMissing`.
    package init(_ address: DeviceAddress, environment: Environment) throws(Failure) {
        var fault: PrinterFault?
        if let name = address.options["fault"] { fault = try PrinterFault(name: name) }
        let model = VirtualPrinter.Model(dots: try Self.dots(address.options["dots"]))
        let printer = VirtualPrinter(model, fault: fault, glyphs: try CairoGlyphs())
        let tray = try PaperTray(address.path)
        line = SimulatedPrinterLine(address, printer: printer, tray: tray, environment: environment)
        let capabilities = PrinterCapabilities(tellsWhenPrinted: true, tellsChanges: true, bytesPerSecond: 1_000_000)
        driver = try ESCPOSPrinter(on: line, capabilities: capabilities, environment: environment)
        identity = DeviceIdentity(
            kind: .printer, address: address, model: "Simulated printer", serialNumber: "SIM0000001")
    }

    package func status() async throws(Failure) -> PrinterStatus { try await driver.status() }
    package func print(_ data: PrintData) async -> PrintResult { await driver.print(data) }
    package func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus {
        try await driver.status(after: recovery)
    }

    package func interject(_ command: [UInt8]) async throws(Failure) { try await driver.interject(command) }

    package func print(
        _ data: PrintData, patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        await driver.print(data, patience: patience, told: told)
    }

    package func close() { driver.close() }

    private static func dots(_ option: String?) throws(Failure) -> Int {
        guard let option else { return 576 }
        guard let dots = Int(option), (64...4096).contains(dots) else {
            throw Failure(
                SimulatorFailure.badOption, "A print head has no \(option) dots.", remedy: "dots=576 or dots=384",
                recovery: .giveUp)
        }
        return dots
    }
}
