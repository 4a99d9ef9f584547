import Flow
import Foundation
import Hardware
import Model
import Readers
import Simulator
import Testing
import Transports

/// A backend of either kind: terminals that do everything, and encrypting readers with an acquirer.
enum ReaderKind: String, CaseIterable, CustomTestStringConvertible {
    /// The one terminal that stands for all (`ReaderBackend` has the others).
    case zvt
    /// A NEO 2 on a serial line in memory, in a virtual world.
    case neo2
    /// A reader that is accessed with HID reports.
    case neo2Reports
    /// A NEO 2 on a pty, paced, with a thread at each end.
    case neo2OnPty
    /// A NEO 2 over libusb; only where the devices are simulated (`USBBed`).
    case neo2OnUSB
    /// An HID reader that is written to with requests on endpoint 0.
    case neo2WithoutOutput

    static var allCases: [ReaderKind] {
        USBBed.isHere ? [.neo2OnUSB, .neo2WithoutOutput] : [.zvt, .neo2, .neo2Reports, .neo2OnPty]
    }

    /// What happens during a payment on either kind.
    enum Happening { case approve, decline, noCard, cablePull }

    var testDescription: String { rawValue }

    func rig(_ happening: Happening = .approve) throws -> any ReaderRig {
        switch self {
        case .zvt: try ReaderBackend.zvtInMemory.rig(try TerminalScenario(happening.terminal))
        case .neo2: EncryptingRig(AcquiringScenario(happening.reader), .serial)
        case .neo2Reports: EncryptingRig(AcquiringScenario(happening.reader), .reports)
        case .neo2OnPty: try EncryptingPtyRig(AcquiringScenario(happening.reader))
        case .neo2OnUSB: try EncryptingUSBRig(happening.reader, "reader")
        case .neo2WithoutOutput: try EncryptingUSBRig(happening.reader, "reader-without-output")
        }
    }
}

extension ReaderKind.Happening {
    fileprivate var terminal: TerminalScenario.Shipped {
        switch self {
        case .approve: .approve
        case .decline: .decline
        case .noCard: .noCard
        case .cablePull: .cablePull
        }
    }

    fileprivate var reader: AcquiringScenario.Shipped {
        switch self {
        case .approve: .approve
        case .decline: .decline
        case .noCard: .noCard
        case .cablePull: .cablePull
        }
    }
}

final class EncryptingRig: ReaderRig {
    private let world = VirtualWorld(seed: 14)
    private let acquirer: SimulatedAcquirer
    let service: any CardReaderService
    let address: DeviceAddress

    init(_ scenario: AcquiringScenario, _ line: NEO2Line) {
        let device = DeviceInMemory(
            SimulatedNEO2(scenario.reader, on: SimulatedNEO2.Connection(line)), path: "neo2",
            environment: world.environment)
        let acquirer = SimulatedAcquirer(scenario.acquirer, environment: world.environment)
        self.acquirer = acquirer
        address = device.address
        service = EncryptingReaderService(
            reader: { identity throws(Failure) in
                let reader = NEO2Reader(identity: identity, transport: device.line(), line: line)
                try reader.open()
                return reader
            }, acquirer: { _ in acquirer }, environment: world.environment)
    }

    func journal() -> TerminalJournal { acquirer.book }
    func wait(until condition: () -> Bool) -> Bool { world.passes(until: condition) }
    func stop() {}
}

private final class EncryptingPtyRig: ReaderRig {
    private let directory = NSTemporaryDirectory() + Environment.live.newID("neo2")
    private let reader: SimulatedNEO2OnPty
    private let acquirer: SimulatedAcquirer
    let service: any CardReaderService
    let address: DeviceAddress

    init(_ scenario: AcquiringScenario) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        reader = SimulatedNEO2OnPty(scenario.reader, link: directory + "/reader", environment: .live)
        try reader.start()
        let acquirer = SimulatedAcquirer(scenario.acquirer, environment: .live)
        self.acquirer = acquirer
        address = DeviceAddress(scheme: "serial", path: reader.link, options: ["baud": "115200", "stop": "1"])
        service = EncryptingReaderService(
            reader: { identity throws(Failure) in
                let port = try SerialPort(identity.address, uptime: Environment.live.uptime)
                let reader = NEO2Reader(identity: identity, transport: port, line: .serial)
                try reader.open()
                return reader
            }, acquirer: { _ in acquirer }, environment: .live)
    }

    func journal() -> TerminalJournal { acquirer.book }
    func wait(until condition: () -> Bool) -> Bool { passes(until: condition) }

    func stop() {
        reader.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

private final class EncryptingUSBRig: ReaderRig {
    private let reader: USBBed.Device
    private let acquirer: SimulatedAcquirer
    let service: any CardReaderService
    var address: DeviceAddress { reader.address() }

    init(_ happening: AcquiringScenario.Shipped, _ word: String) throws {
        reader = try USBBed.Device(.reader, happening.rawValue, as: word)
        let acquirer = SimulatedAcquirer(AcquiringScenario(happening).acquirer, environment: .live)
        self.acquirer = acquirer
        service = EncryptingReaderService(
            reader: { identity throws(Failure) in
                let port = try USBPort(identity.address, for: .reports, uptime: Environment.live.uptime)
                let reader = NEO2Reader(identity: identity, transport: port, line: .reports)
                try reader.open()
                return reader
            }, acquirer: { _ in acquirer }, environment: .live)
    }

    func journal() -> TerminalJournal { acquirer.book }
    func wait(until condition: () -> Bool) -> Bool { passes(until: condition) }
    func stop() { reader.tell("unplug") }
}
