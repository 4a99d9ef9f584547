import Failures
import Flow
import Foundation
import Model
import Networking
import Readers
import Simulator
import Stores

/// The simulated devices of one demonstration, and an order to pay.
struct DemoStage: Sendable {
    private let directory: String
    private let scenario: TerminalScenario
    private let terminal: SimulatedTerminalOnPty?
    private let neo2: SimulatedNEO2OnPty?
    private let printer: SimulatedPrinterOnPty?

    /// The names of the built-in scenarios.
    static let scenarios = TerminalScenario.Shipped.allCases.map(\.rawValue)
    static let encryptingScenarios = AcquiringScenario.Shipped.allCases.map(\.rawValue)

    let terminalAddress: DeviceAddress
    let printerAddress: DeviceAddress

    /// Makes the folder and the devices in it. For devices on USB, this process is replaced by one in a test bed that
    /// has them.
    ///
    /// - Parameter scenarioName: a built-in scenario, or the path of a scenario file.
    init(
        scenario scenarioName: String, directory: String, baud: Int, reader: DemoCommand.ReaderRoute,
        printer: DemoCommand.PrinterRoute
    ) throws(Failure) {
        let scenario = try reader == .neo2 ? TerminalScenario() : TerminalScenario(nameOrPath: scenarioName)
        self.scenario = scenario
        self.directory = directory
        try Self.make(directory)
        neo2 = try reader == .neo2 ? Self.neo2(scenarioName, directory) : nil
        if reader == .usb || printer == .usb, !DemoUSB.isHere {
            try Self.enterUSB(scenarioName, scenario, directory, reader, printer)
        }
        switch reader {
        case .serial:
            let terminal = try SimulatedTerminalOnPty(
                scenario: scenario, directory: directory + "/simulated-terminal", baud: baud, environment: .live)
            self.terminal = terminal
            terminalAddress = DeviceAddress(scheme: "serial", path: terminal.link, options: ["baud": String(baud)])
        case .usb:
            terminal = nil
            terminalAddress = DemoUSB.terminal
        case .simulated:
            terminal = nil
            terminalAddress = DeviceAddress(scheme: "simulated", path: "", options: ["scenario": scenarioName])
        case .neo2:
            terminal = nil
            terminalAddress = .neo2(
                on: DeviceAddress(scheme: "serial", path: directory + Self.neo2Link), acquirer: "simulated",
                scenario: scenarioName)
        }
        (self.printer, printerAddress) = try Self.printer(printer, Self.fault(scenario), directory)
    }

    private static func printer(
        _ route: DemoCommand.PrinterRoute, _ fault: PrinterFault?, _ directory: String
    ) throws(Failure) -> (SimulatedPrinterOnPty?, DeviceAddress) {
        let paper = directory + "/paper"
        switch route {
        case .serial:
            let link = directory + "/simulated-printer"
            let printer = try SimulatedPrinterOnPty(link: link, out: paper, fault: fault, environment: .live)
            return (printer, DeviceAddress(scheme: "serial", path: link))
        case .usb: return (nil, DemoUSB.printer)
        case .simulated: return (nil, DeviceAddress(scheme: "simulated", path: paper))
        }
    }

    private static func enterUSB(
        _ name: String, _ scenario: TerminalScenario, _ directory: String,
        _ reader: DemoCommand.ReaderRoute, _ printer: DemoCommand.PrinterRoute
    ) throws(Failure) -> Never {
        var devices = DemoUSB()
        if reader == .usb { devices.add(terminal: name, data: directory + "/simulated-terminal") }
        if printer == .usb { devices.add(printer: directory + "/paper", fault: fault(scenario)?.description) }
        try devices.enter()
    }

    private static let neo2Link = "/simulated-reader"

    private static func neo2(_ scenario: String, _ directory: String) throws(Failure) -> SimulatedNEO2OnPty {
        SimulatedNEO2OnPty(
            try AcquiringScenario(named: scenario).reader, link: directory + neo2Link, environment: .live)
    }

    /// The scenario's printer fault, for the printer in this process.
    var inProcessPrinterFault: String? { printer == nil ? Self.fault(scenario)?.description : nil }

    private static func fault(_ scenario: TerminalScenario) -> PrinterFault? {
        switch scenario.printer {
        case .none: nil
        case .empty: .paperOut
        case .outDuringReceipt: .paperEnds(page: 1, row: 300)
        }
    }

    private static func make(_ directory: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                StorageFailure.cannotOpen, Sentence("failure.storage.cannotOpen", ["directory": directory]),
                remedy: Sentence("remedy.storage.cannotOpen"), recovery: .askOperator,
                causes: [Sentence(stored: error.localizedDescription)])
        }
    }

    func set() throws(Failure) {
        try terminal?.start()
        try neo2?.start()
        try printer?.start()
    }

    func clear() {
        terminal?.stop()
        neo2?.stop()
        printer?.stop()
    }

    /// Remembers the printer, so that a reprint after the demonstration goes to the same folder.
    func remember(in till: LiveTill) async throws(Failure) {
        let paper = DeviceAddress(scheme: "simulated", path: directory + "/paper")
        try await till.remember(terminal: terminalAddress, printer: paper)
    }

    /// The oldest order that waits for payment, or a new one like the first if all are paid.
    func order(for till: LiveTill) async throws(Failure) -> Order {
        let waiting = try await till.ask { OrderAction.synchronizeOrders(status: .pending, limit: 100, $0) }.value.items
        if let oldest = waiting.filter({ $0.currency == .eur }).min(by: { $0.id.rawValue < $1.id.rawValue }) {
            return oldest
        }
        let id = try till.placeDemoOrder()
        return try await till.ask { OrderAction.retrieveOrder(id, $0) }.value
    }
}
