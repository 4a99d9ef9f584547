import Flow
import Foundation
import Hardware
import Model
import Readers
import Simulator
import Synchronization
import Testing
import Transports

/// A backend of the contract: where a payment terminal comes from, and how to let time pass until something happened.
protocol ReaderRig: Sendable {
    var service: any CardReaderService { get }
    var address: DeviceAddress { get }
    /// The journal that the terminal itself wrote.
    func journal() throws -> TerminalJournal
    /// Lets the world go on until the condition holds; false when it does not within the patience.
    func wait(until condition: () -> Bool) -> Bool
    func stop()
}

enum ReaderBackend: String, CaseIterable, CustomTestStringConvertible {
    /// Our ZVT reader over an in-memory line, in a virtual world.
    case zvtInMemory
    /// A ZVT terminal over an in-memory network, on one connection as long as it lasts.
    case zvtOnVirtualNetwork
    /// A ZVT terminal over an in-memory network, with a connection for each transaction.
    case zvtByTransaction
    /// Our ZVT reader over a real serial port: a pty, paced to its speed, with a thread at each end.
    case zvtOnPty
    /// Our ZVT reader over a real socket, with a thread at each end.
    case zvtOnTCP
    /// The terminal within the process, without a line.
    case inProcess
    /// Our ZVT reader over libusb; only where the devices are simulated (`USBBed`).
    case zvtOnUSB

    static var allCases: [ReaderBackend] {
        USBBed.isHere
            ? [.zvtOnUSB] : [.zvtInMemory, .zvtOnVirtualNetwork, .zvtByTransaction, .zvtOnPty, .zvtOnTCP, .inProcess]
    }

    var testDescription: String { rawValue }

    /// The rigs with virtual time, in which a minute takes no time.
    static let virtual = [ReaderBackend.zvtInMemory, .zvtOnVirtualNetwork, .zvtByTransaction, .inProcess]

    /// Whether `answered` says that the terminal has our answer.
    var provesDelivery: Bool {
        switch self {
        case .zvtInMemory, .zvtOnPty, .inProcess, .zvtOnUSB: true
        case .zvtOnVirtualNetwork, .zvtByTransaction, .zvtOnTCP: false
        }
    }

    func rig(_ scenario: TerminalScenario) throws -> any ReaderRig {
        switch self {
        case .zvtInMemory: InMemoryRig(scenario)
        case .zvtOnVirtualNetwork: InMemoryRig(scenario, .stream(.kept))
        case .zvtByTransaction: InMemoryRig(scenario, .stream(.transaction))
        case .zvtOnPty: try PtyRig(scenario)
        case .zvtOnTCP: try TCPRig(scenario)
        case .inProcess: InProcessRig(scenario)
        case .zvtOnUSB: try USBRig(scenario)
        }
    }
}

/// Longer than anything takes, in virtual seconds.
private let virtualPatience = 300

private final class InMemoryRig: ReaderRig {
    private let world = VirtualWorld(seed: 11)
    private let terminal: SimulatedTerminalInMemory
    let service: any CardReaderService
    var address: DeviceAddress { terminal.address }

    init(_ scenario: TerminalScenario, _ kind: LineKind = .raw) {
        let terminal = SimulatedTerminalInMemory(
            scenario, environment: world.environment, baud: kind == .raw ? 9600 : 100_000_000, kind: kind)
        self.terminal = terminal
        service = ZVTReaderService(
            candidates: { [DeviceIdentity(kind: .terminal, address: terminal.address)] },
            transport: { _ in terminal.line() })
    }

    func journal() -> TerminalJournal { terminal.journal }
    func wait(until condition: () -> Bool) -> Bool { world.passes(until: condition) }
    func stop() {}
}

private final class InProcessRig: ReaderRig {
    private let world = VirtualWorld(seed: 12)
    private let simulated: SimulatedReaderService
    var service: any CardReaderService { simulated }
    let address = SimulatedReaderService.address

    init(_ scenario: TerminalScenario) {
        simulated = SimulatedReaderService(scenario, environment: world.environment)
    }

    func journal() -> TerminalJournal { simulated.journal }
    func wait(until condition: () -> Bool) -> Bool { world.passes(until: condition) }
    func stop() {}
}

extension VirtualWorld {
    func passes(until condition: () -> Bool) -> Bool {
        for _ in 0..<virtualPatience * 10 {
            if condition() { return true }
            advance(by: .milliseconds(100))
        }
        return condition()
    }
}

private final class PtyRig: ReaderRig {
    private let directory = NSTemporaryDirectory() + Environment.live.newID("reader")
    private let terminal: SimulatedTerminalOnPty
    let service: any CardReaderService
    let address: DeviceAddress

    init(_ scenario: TerminalScenario) throws {
        terminal = try SimulatedTerminalOnPty(
            scenario: scenario, directory: directory, baud: 115_200, environment: .live)
        let link = try terminal.start()
        address = DeviceAddress(scheme: "serial", path: link, options: ["baud": "115200"])
        service = ZVTReaderService(
            candidates: { [] },
            transport: { address throws(Failure) in
                try SerialPort(address, uptime: Environment.live.uptime)
            })
    }

    func journal() throws -> TerminalJournal { try TerminalJournal(contentsOf: terminal.journalPath) }

    func wait(until condition: () -> Bool) -> Bool { passes(until: condition) }

    func stop() {
        terminal.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

private final class TCPRig: ReaderRig {
    private let directory = NSTemporaryDirectory() + Environment.live.newID("reader")
    private let terminal: SimulatedTerminalOnTCP
    let service: any CardReaderService
    let address: DeviceAddress

    init(_ scenario: TerminalScenario) throws {
        terminal = try SimulatedTerminalOnTCP(
            scenario: scenario, directory: directory, port: 0, environment: .live)
        address = DeviceAddress(scheme: "tcp", path: try terminal.start())
        service = ZVTReaderService(
            candidates: { [] },
            transport: { address throws(Failure) in
                try TCPPort(address, uptime: Environment.live.uptime)
            })
    }

    func journal() throws -> TerminalJournal { try TerminalJournal(contentsOf: terminal.journalPath) }
    func wait(until condition: () -> Bool) -> Bool { passes(until: condition) }

    func stop() {
        terminal.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

private final class USBRig: ReaderRig {
    private let directory = NSTemporaryDirectory() + Environment.live.newID("reader")
    private let terminal: USBBed.Device
    let service: any CardReaderService
    var address: DeviceAddress { terminal.address() }

    init(_ scenario: TerminalScenario) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try encoder.encode(scenario).write(to: URL(fileURLWithPath: directory + "/scenario.json"))
        terminal = try USBBed.Device(.terminal, "\(directory)/scenario.json \(directory)")
        service = ZVTReaderService(
            candidates: { [] },
            transport: { address throws(Failure) in
                try USBPort(serialLine: address, uptime: Environment.live.uptime)
            })
    }

    func journal() throws -> TerminalJournal {
        try TerminalJournal(contentsOf: directory + "/" + TerminalJournalFile.name)
    }

    func wait(until condition: () -> Bool) -> Bool { passes(until: condition) }

    func stop() {
        terminal.tell("unplug")
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// Waits in real time until the condition holds; false when it never does.
func passes(until condition: () -> Bool) -> Bool {
    for _ in 0..<60_000 {
        if condition() { return true }
        poll(nil, 0, 1)
    }
    return condition()
}
