import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Simulator
import Synchronization
import Testing
import Transports

/// The kinds of printers that fulfil one contract.
enum PrinterKind: String, CaseIterable, Sendable {
    /// The driver of real printers on a serial line, which here is a pty.
    case serial
    /// A printer on the network.
    case tcp
    /// A printer on a device node like that of the kernel's driver; here it is a pty.
    case usblp
    /// The simulated printer within the process.
    case simulated
    case file
    /// The driver of real printers over libusb; only where the devices are simulated (`USBBed`).
    case usb

    static var allCases: [PrinterKind] { USBBed.isHere ? [.usb] : [.serial, .tcp, .usblp, .simulated, .file] }

    /// The rigs whose printer has a state and may fail during a print.
    static var withState: [PrinterKind] { allCases.filter { $0 != .file } }

    /// The result of a job that went well.
    var success: PrintResult {
        switch self {
        case .serial, .tcp, .usblp, .simulated, .usb: .confirmed
        case .file: .probably
        }
    }
}

/// Stands in for the kernel's driver of a printer on a pty, and answers for the printer as long as it is there.
private final class SimulatedDriver: Sendable {
    private let node: String
    private let answers: @Sendable (_ question: Int, PrinterCondition) -> Bool
    private let state = Mutex<(printer: SimulatedPrinterOnPty?, questions: Int)>((nil, 0))

    init(node: String, answers: @escaping @Sendable (_ question: Int, PrinterCondition) -> Bool) {
        self.node = node
        self.answers = answers
    }

    func drive(_ printer: SimulatedPrinterOnPty) { state.withLock { $0.printer = printer } }

    func portStatus() -> UInt8? {
        guard FileManager.default.fileExists(atPath: node), let printer = state.withLock({ $0.printer }) else {
            return nil
        }
        let question = state.withLock { state in
            state.questions += 1
            return state.questions
        }
        _ = passes { answers(question, printer.condition) }
        return printer.condition.portStatus
    }
}

/// One printer of a kind in a directory of its own, and a look at what it printed.
final class PrinterRig: Sendable {
    private let printer: any ReceiptPrinter
    private let folder: String
    private let device: Device
    private let service: PrinterService

    /// What is at the other end of the printer's line.
    private enum Device {
        case pty(SimulatedPrinterOnPty)
        case network(SimulatedPrinterOnTCP)
        case line(SimulatedPrinterLine?)
        case usb(USBBed.Device)
        case file

        func pullCable() {
            switch self {
            case .pty(let pty): pty.stop()
            case .network(let network): network.stop()
            case .line(let line): line?.unplug()
            case .usb(let usb): usb.tell("unplug")
            case .file: break
            }
        }
    }

    /// Starts the device in a new folder and connects the till's driver with it.
    ///
    /// - Parameters:
    ///   - proof: what the printer's address says of its proof; nil leaves it out.
    ///   - model: the printer at the other end of a pty.
    ///   - driverAnswers: whether the driver answers a question, by the question's number from 1 and the printer's
    ///     state then.
    ///   - handshake: how the printer says that it has no room, and how the line is set for it.
    init(
        _ kind: PrinterKind, fault: PrinterFault? = nil, proof: String? = "process",
        model: VirtualPrinter.Model = VirtualPrinter.Model(),
        handshake: (printer: PtyHandshake, line: SerialSettings.Handshake)? = nil, environment: Environment = .live,
        driverAnswers: @escaping @Sendable (_ question: Int, PrinterCondition) -> Bool = { _, _ in true }
    ) throws {
        let said = proof.map { ["proof": $0] } ?? [:]
        folder = try Self.folder(environment)
        let driver = SimulatedDriver(node: folder + "/tty", answers: driverAnswers)
        service = Self.service(environment, portStatus: driver.portStatus)
        switch kind {
        case .serial, .usblp:
            let simulated = try SimulatedPrinterOnPty(
                link: folder + "/tty", out: folder, model: model, fault: fault, baud: 115_200,
                handshake: handshake?.printer, environment: environment)
            try simulated.start()
            driver.drive(simulated)
            device = .pty(simulated)
            let line = kind == .serial ? ["baud": "115200", "handshake": handshake?.line.rawValue ?? "none"] : [:]
            printer = try service.connect(
                DeviceAddress(scheme: kind.rawValue, path: folder + "/tty", options: said.merging(line) { $1 }))
        case .tcp:
            let network = try SimulatedPrinterOnTCP(port: 0, out: folder, fault: fault, environment: environment)
            device = .network(network)
            printer = try service.connect(DeviceAddress(scheme: "tcp", path: network.start(), options: said))
        case .simulated:
            let options = fault.map { ["fault": $0.description] } ?? [:]
            printer = try service.connect(DeviceAddress(scheme: "simulated", path: folder, options: options))
            device = .line((printer as? SimulatedReceiptPrinter)?.line)
        case .file:
            printer = try service.connect(DeviceAddress(scheme: "file", path: folder + "/page-0001.escpos"))
            device = .file
        case .usb:
            let usb = try USBBed.Device(.printer, "\(folder) \(fault?.description ?? "")")
            printer = try service.connect(usb.address(said))
            device = .usb(usb)
        }
    }

    private static func folder(_ environment: Environment) throws -> String {
        let folder = NSTemporaryDirectory() + environment.newID("printer")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func service(
        _ environment: Environment, portStatus: @escaping @Sendable () -> UInt8?
    ) -> PrinterService {
        PrinterService(
            lines: [
                "serial": { address throws(Failure) in
                    try SerialPort(address, defaults: .printer, isPrinter: true, uptime: environment.uptime)
                },
                "tcp": { address throws(Failure) in try TCPPort(address, uptime: environment.uptime) },
                "usblp": { address throws(Failure) in
                    try LPPort(address, portStatus: portStatus, uptime: environment.uptime)
                },
                "usb": { address throws(Failure) in
                    try USBPort(address, for: .printer, uptime: environment.uptime)
                },
            ],
            others: [
                "simulated": { address throws(Failure) in
                    try SimulatedReceiptPrinter(address, environment: environment)
                }
            ], environment: environment)
    }

    /// Runs on a queue of its own: the last reference to the rig may be the printer's line, which cannot wait for its
    /// own end.
    deinit {
        DispatchQueue(label: "rig.end").async { [printer, device, folder] in
            printer.close()
            device.pullCable()
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Opens this printer again in the same process, by the same address.
    func connectedAnew() throws(Failure) -> any ReceiptPrinter {
        let its = printer.identity.address
        let options = its.options.merging(["proof": "process"]) { $1 }
        return try service.connect(DeviceAddress(scheme: its.scheme, path: its.path, options: options))
    }

    /// The kernel's device node of a printer on USB, as it is now.
    var node: String? { USBPort.node(of: printer.identity.address) }

    func status() async throws(Failure) -> PrinterStatus { try await printer.status() }
    func print(_ data: PrintData) async -> PrintResult { await printer.print(data) }
    func print(_ bytes: [UInt8]) async -> PrintResult { await print(PrintData(commandsIn: bytes)) }
    func print(
        _ bytes: [UInt8], patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        await print(PrintData(commandsIn: bytes), patience: patience, told: told)
    }
    func interject(_ command: [UInt8]) async throws(Failure) { try await printer.interject(command) }
    func print(
        _ data: PrintData, patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        await printer.print(data, patience: patience, told: told)
    }
    func close() { printer.close() }

    /// The bytes of all pages, in order.
    var printed: [UInt8] { pages.flatMap { $0 } }

    var pages: [[UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".escpos") }.sorted().map { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)").map { [UInt8]($0) } ?? []
        }
    }

    /// Puts in paper and closes the cover.
    func mend() {
        switch device {
        case .pty(let pty): pty.mend()
        case .network(let network): network.mend()
        case .line(let line): line?.mend()
        case .usb(let usb): usb.tell("mend")
        case .file: break
        }
    }

    /// How many bytes a printer on a pty had no room for.
    var bytesLost: Int {
        guard case .pty(let pty) = device else { return 0 }
        return pty.bytesLost
    }

    /// Causes a fault by the name that `till-sim usb` takes; does nothing where the printer is not on USB.
    func trouble(_ fault: String) {
        if case .usb(let usb) = device { usb.tell(fault) }
    }

    /// Unplugs the other end of the line.
    func pullCable() { device.pullCable() }
}

/// A receipt of this many lines, cut at its end.
func receipt(_ name: String = "Bon", lines: Int = 3) -> [UInt8] {
    [0x1B, 0x40] + (1...lines).flatMap { Array("\(name) Zeile \($0)\n".utf8) } + [0x1D, 0x56, 0x42, 0x00]
}

extension PrintResult {
    /// The kind of result with the failure's code: `failed printer.paperOut`.
    var summary: String {
        switch self {
        case .confirmed: "confirmed"
        case .probably: "probably"
        case .failed(let failure): "failed \(failure.code)"
        case .unknown(let failure): "unknown \(failure.code)"
        }
    }
}

extension PrintData {
    /// Splits the bytes as their writer would have done: between the commands that a printer reads in them.
    init(commandsIn bytes: [UInt8]) {
        var decoder = StreamDecoder()
        let commands = decoder.decode(bytes) + decoder.finish()
        var ends: [Int] = []
        for command in commands { ends.append((ends.last ?? 0) + command.count) }
        let resets = zip(commands, ends).filter { $0.0.operation == .initialize }.map(\.1)
        self.init(bytes, ends: ends, resets: Set(resets))
    }
}
