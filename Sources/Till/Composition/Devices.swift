import Configuration
import ESCPOS
import Failures
import Flow
import Foundation
import Hardware
import Model
import Readers
import Recorder
import Simulator
import Storage
import Synchronization
import Transports

/// The devices that a till can reach, real and simulated, by the scheme of their address, with their configuration.
struct Devices: Sendable {
    let readers: any CardReaderService
    let printers: any ReceiptPrinterService
    /// Nil if nothing is recorded.
    let recorder: FlightRecorder?

    /// - Parameters:
    ///   - printerFault: the fault of the simulated printer, by the simulator's name for it.
    ///   - noticed: receives what goes wrong on the lines to terminals; it must not block.
    ///   - profile: returns the profile of the terminal at an address.
    init(
        _ setup: TillSetup, environment: Environment, printerFault: String? = nil,
        noticed: (@Sendable (ProtocolError) -> Void)? = nil,
        profile: @escaping @Sendable (DeviceAddress) -> TerminalProfile? = { _ in nil }
    ) {
        let configuration = setup.configuration
        let recorder = FlightRecorder(setup, environment: environment)
        self.recorder = recorder
        readers = ReadersByScheme(
            lines: ZVTReaderService(
                candidates: { DeviceFinder.terminals() },
                identity: { DeviceFinder.terminal(at: $0) },
                transport: { (address) throws(Failure) in
                    let line = configuration.terminalLine(address)
                    let port = try Self.terminalLine(line, environment)
                    return recorder?.recording(port, to: address, line.scheme == "tcp" ? .stream : .serial) ?? port
                }, settings: { configuration.terminalSettings(at: $0, profile: profile($0)) }, noticed: noticed),
            encrypting: EncryptingReaders.service(
                configuration, directory: setup.directory, environment: environment),
            simulated: SimulatedReaders(directory: setup.directory + "/simulated-terminal", environment: environment))
        printers = ConfiguredPrinters(
            configuration: configuration, own: OwnFiles(in: setup.directory),
            service: PrinterService(
                lines: Self.printerLines(environment),
                others: [
                    "simulated": { (address) throws(Failure) in
                        try SimulatedReceiptPrinter(
                            Self.with(fault: printerFault, at: address), environment: environment)
                    }
                ], model: { $0.profileOnUSB }, environment: environment))
    }

    private static func terminalLine(
        _ line: DeviceAddress, _ environment: Environment
    ) throws(Failure) -> any Transport {
        switch line.scheme {
        case "serial": try SerialPort(line, uptime: environment.uptime)
        case "usb": try USBPort(serialLine: line, uptime: environment.uptime)
        case "tcp": try TCPPort(line, uptime: environment.uptime)
        default: throw .unknownScheme(line)
        }
    }

    private static func printerLines(_ environment: Environment) -> [String: PrinterService.OpenLine] {
        [
            "serial": { (address) throws(Failure) in
                try SerialPort(
                    without("profile", in: address), defaults: .printer, isPrinter: true, uptime: environment.uptime)
            },
            "usb": { (address) throws(Failure) in
                try USBPort(without("profile", in: address), for: .printer, uptime: environment.uptime)
            },
            "usblp": { (address) throws(Failure) in
                try LPPort(without("profile", in: address), uptime: environment.uptime)
            },
            "tcp": { (address) throws(Failure) in
                try TCPPort(
                    without("profile", in: address), usualPort: TCPSettings.printerPort, uptime: environment.uptime)
            },
        ]
    }

    private static func without(_ option: String, in address: DeviceAddress) -> DeviceAddress {
        var options = address.options
        options[option] = nil
        return DeviceAddress(scheme: address.scheme, path: address.path, options: options)
    }

    /// The fault is not stored with the printer's address: the next start has none.
    private static func with(fault: String?, at address: DeviceAddress) -> DeviceAddress {
        var options = without("profile", in: address).options
        options["fault"] = fault ?? options["fault"]
        return DeviceAddress(scheme: address.scheme, path: address.path, options: options)
    }
}

extension OwnFiles {
    /// Throws `device.ownData` if the printer is such a file.
    func check(printer: DeviceAddress) throws(Failure) {
        guard printer.scheme == "file", contains(printer.path) else { return }
        throw Failure(
            DeviceFailure.ownData, Sentence("failure.device.ownData", ["printer": printer]),
            remedy: Sentence("remedy.device.ownData"), recovery: .giveUp)
    }
}

/// Opens printers with their configured line settings.
private struct ConfiguredPrinters: ReceiptPrinterService {
    let configuration: TillConfiguration
    let own: OwnFiles
    let service: PrinterService

    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        // Whatever asks for it: nothing for a printer is sent to a card terminal, or written over Till's own files.
        try configuration.checkApart(printer: address)
        try own.check(printer: address)
        return try service.connect(configuration.printerLine(address))
    }
}

/// Connects terminals on lines, encrypting readers, and the terminal in this process.
struct ReadersByScheme: CardReaderService {
    let lines: ZVTReaderService
    let encrypting: EncryptingReaderService
    let simulated: SimulatedReaders

    func discover() -> [DeviceIdentity] { lines.discover() }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        if EncryptingAddress.isMeant(by: address) { return try encrypting.connect(address) }
        return address.scheme == "simulated" ? try simulated.connect(address) : try lines.connect(address)
    }

    func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        EncryptingAddress.isMeant(by: address) ? try encrypting.connectToAsk(address) : try connect(address)
    }

    func reach(_ address: DeviceAddress) async throws(Failure) {
        if EncryptingAddress.isMeant(by: address) { return try await encrypting.reach(address) }
        guard address.scheme == "simulated" else { return try await lines.reach(address) }
        try simulated.connect(address).close()
    }
}

/// The simulated terminals of this process, `simulated:?scenario=NAME`. Each is made when it is first connected and
/// then stays the same, as a real terminal does when its cable is pulled.
final class SimulatedReaders: Sendable {
    private let directory: String
    private let environment: Environment
    private let service = Mutex<SimulatedReaderService?>(nil)

    init(directory: String, environment: Environment) {
        self.directory = directory
        self.environment = environment
    }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        try service(address).connect(address)
    }

    private func service(_ address: DeviceAddress) throws(Failure) -> SimulatedReaderService {
        if let service = service.withLock({ $0 }) { return service }
        let scenario = try TerminalScenario(nameOrPath: address.options["scenario"] ?? "approve")
        let made = try SimulatedReaderService(scenario, directory: directory, environment: environment)
        service.withLock { $0 = made }
        return made
    }
}

extension Failure {
    /// Each mistake is one of several causes.
    static func badConfiguration(_ problems: [ConfigurationProblem]) -> Failure {
        let count =
            problems.count == 1
            ? Sentence("detail.oneMistake") : Sentence("detail.mistakes", ["count": problems.count])
        return Failure(
            ConfigFailure.invalid, Sentence("failure.config.invalid", ["count": count]),
            remedy: Sentence("remedy.config.invalid"), recovery: .askOperator, causes: problems.map(\.report))
    }

    static func unknownScheme(_ address: DeviceAddress) -> Failure {
        Failure(
            DeviceFailure.unknownScheme, Sentence("failure.device.unknownScheme.unknownScheme", ["address": address]),
            remedy: Sentence("remedy.device.unknownScheme.unknownScheme"), recovery: .giveUp)
    }
}
