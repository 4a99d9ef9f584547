import CUSBBulk
import Dispatch
import Flow
import Foundation
import Glibc
import Hardware
import Model
import Simulator
import Synchronization
import Transports

/// The measurements in a process among simulated USB devices, one of which is a printer.
struct USBMeasurement: Codable {
    private static let rounds = 20
    private static let pluggings = 20
    /// How often devices are opened and closed, and plugged in and out, to find leaks.
    private static let repetitions = 10_000
    private static let idleSeconds: Int32 = 5

    /// MiB per second in the best round.
    var ours = 0.0
    var theirs = 0.0
    var idlePercent = 0.0
    /// Medians.
    var unplugMilliseconds = 0.0
    var replugMilliseconds = 0.0
    var keptByOpening = Kept()
    var keptByPlugging = Kept()

    /// The leak of a process after so many repetitions.
    struct Kept: Codable {
        /// Bytes per repetition.
        var bytes = 0.0
        /// Descriptors in total.
        var descriptors = 0.0
    }

    /// The file for the result, when this process is the measuring one.
    static var file: String? { ProcessInfo.processInfo.environment[USBFigures.variable] }

    init(control: String) throws {
        let printer = USBUnderTest(control: control)
        try measureBulk(printer)
        try measureIdling(printer)
        try measurePlugging(printer)
        keptByOpening = try kept { try printer.open().port.close() }
        try measureKeptByPlugging(printer)
    }

    /// Till's port and the C client alternate, and each round begins with the other one.
    private mutating func measureBulk(_ printer: USBUnderTest) throws {
        let raster = USBUnderTest.raster
        var spans: (ours: [Int64], theirs: [Int64]) = ([], [])
        for round in 0..<Self.rounds {
            if round.isMultiple(of: 2) { spans.ours.append(try printer.send(raster)) }
            spans.theirs.append(try printer.sendInC(raster))
            if !round.isMultiple(of: 2) { spans.ours.append(try printer.send(raster)) }
        }
        let mebibytes = Double(raster.count) / 1_048_576
        func best(_ spans: [Int64]) -> Double { mebibytes * 1e9 / Double(spans.min() ?? 1) }
        (ours, theirs) = (best(spans.ours), best(spans.theirs))
    }

    private mutating func measureIdling(_ printer: USBUnderTest) throws {
        var open = [try printer.open()]
        for number in 1...3 { open.append(try printer.another("BENCH\(number)").open()) }
        defer { for (port, _) in open { port.close() } }
        let before = Self.cpuSeconds
        poll(nil, 0, Self.idleSeconds * 1000)
        idlePercent = 100 * (Self.cpuSeconds - before) / Double(Self.idleSeconds)
    }

    private mutating func measurePlugging(_ printer: USBUnderTest) throws {
        var (gone, back): ([Int64], [Int64]) = ([], [])
        for _ in 0..<Self.pluggings {
            let (port, handler) = try printer.open()
            gone.append(
                try printer.nanoseconds {
                    try printer.tell("unplug"); handler.end.wait()
                })
            port.close()
            try printer.waitUntilGone()
            try printer.tell("plug")
            back.append(try printer.nanoseconds { try printer.openAtLast().port.close() })
        }
        (unplugMilliseconds, replugMilliseconds) = (Samples(gone).p50 / 1e6, Samples(back).p50 / 1e6)
    }

    /// Unplugs an open device and plugs it in again, with a monitor that receives all events.
    private mutating func measureKeptByPlugging(_ printer: USBUnderTest) throws {
        let monitor = DeviceMonitor()
        try monitor.start { _ in }
        defer { monitor.stop() }
        keptByPlugging = try kept {
            let (port, handler) = try printer.openAtLast()
            try printer.tell("unplug")
            handler.end.wait()
            port.close()
            // umockdev leaks memory at each failed opening, and exits when that is too much.
            try printer.waitUntilGone()
            try printer.tell("plug")
            printer.waitUntilThere()
        }
    }

    private func kept(by repeated: () throws -> Void) throws -> Kept {
        // Caches grow to their final size first.
        for _ in 0..<Self.repetitions / 2 { try repeated() }
        let before = (Self.memory, Self.descriptors)
        for _ in 0..<Self.repetitions { try repeated() }
        return Kept(
            bytes: max(0, Double(Self.memory - before.0) / Double(Self.repetitions)),
            descriptors: Double(Self.descriptors - before.1))
    }

    private static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    private static var memory: Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(getpagesize())
    }

    private static var descriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }
}

/// A simulated printer, used by Till's port and by the C client.
private struct USBUnderTest {
    static let raster: [UInt8] =
        [0x1D, 0x76, 0x30, 0, 72, 0, 0x1C, 0x07] + (0..<72 * 1820).map { UInt8(truncatingIfNeeded: $0) }
    private static let bulkOut: UInt8 = 0x01

    let control: String
    var identity = USBIdentity.printer
    private let uptime = Environment.live.uptime

    init(control: String) { self.control = control }

    final class Waiting: LineHandler {
        let taken = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        func opened(at now: Uptime) -> LineCommands { LineCommands() }
        func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { LineCommands() }
        func deadlineReached(at now: Uptime) -> LineCommands { LineCommands() }
        func taken(at now: Uptime) -> LineCommands? { taken.signal(); return nil }
        func lost(_ loss: LineLoss, at now: Uptime) { end.signal() }
    }

    func nanoseconds(_ work: () throws -> Void) rethrows -> Int64 { try Stopwatch(uptime: uptime).nanoseconds(work) }

    private var address: DeviceAddress {
        USBAddress(vendor: identity.vendor, product: identity.product, serialNumber: identity.serialNumber)
            .deviceAddress
    }

    /// A second device of the same kind, with this serial number.
    func another(_ serialNumber: String) throws -> USBUnderTest {
        var other = self
        other.identity = identity.numbered(serialNumber)
        try ControlSocket.tell(control, "printer \(serialNumber) /tmp")
        _ = try other.openAtLast().port.close()
        return other
    }

    func tell(_ fault: String) throws { try ControlSocket.tell(control, "\(identity.serialNumber) \(fault)") }

    func open() throws -> (port: USBPort, handler: Waiting) {
        let port = try USBPort(address, for: .printer, uptime: uptime)
        let handler = Waiting()
        try port.open(handler)
        return (port, handler)
    }

    /// Waits until the device is gone from /sys, which happens only after its transfers have ended.
    func waitUntilGone() throws {
        while try USBPort.devices().contains(where: { $0.serialNumber == identity.serialNumber }) { poll(nil, 0, 1) }
    }

    /// Waits for the device and its node, which appears last.
    func waitUntilThere() {
        while !(USBPort.node(of: address).map(FileManager.default.fileExists) ?? false) { poll(nil, 0, 1) }
    }

    /// Opens the device as soon as it is there.
    func openAtLast() throws -> (port: USBPort, handler: Waiting) {
        for _ in 0..<5000 {
            if let opened = try? open() { return opened }
            poll(nil, 0, 1)
        }
        return try open()
    }

    func send(_ bytes: [UInt8]) throws -> Int64 {
        let (port, handler) = try open()
        defer { port.close() }
        return nanoseconds {
            port.perform { _ in LineCommands(write: bytes) }
            handler.taken.wait()
        }
    }

    func sendInC(_ bytes: [UInt8]) throws -> Int64 {
        var span: Int64 = 0
        let error = usb_bulk_send(
            identity.vendor, identity.product, Self.bulkOut, bytes, bytes.count, &span, 1)
        guard error == 0 else { throw BenchmarkFailed(description: "the C client failed with \(error)") }
        return span
    }
}
