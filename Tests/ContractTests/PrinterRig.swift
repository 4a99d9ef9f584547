import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Simulator
import Synchronization
import Testing
import Transports

/// The kinds of printer that keep one contract.
enum PrinterKind: String, CaseIterable, Sendable {
    /// The driver of real printers on a serial line, which here is a pty.
    case serial
    /// The simulated printer within the process.
    case simulated
    case file
    /// The driver of real printers over libusb; only where the devices are simulated (`USBBed`).
    case usb

    static var allCases: [PrinterKind] { USBBed.isHere ? [.usb] : [.serial, .simulated, .file] }

    /// Those that have a state and may fail on the way.
    static var withState: [PrinterKind] { allCases.filter { $0 != .file } }

    /// What a job that went well is answered with.
    var success: PrintResult {
        switch self {
        case .serial, .simulated, .usb: .confirmed
        case .file: .probably
        }
    }
}

/// One printer of a kind in a directory of its own, and a look at what it printed.
final class PrinterRig: Sendable {
    private let printer: any ReceiptPrinter
    private let folder: String
    private let pty: SimulatedPrinterOnPty?
    private let line: SimulatedPrinterLine?
    private let usb: USBBed.Device?

    init(_ kind: PrinterKind, fault: PrinterFault? = nil, environment: Environment = .live) throws {
        folder = NSTemporaryDirectory() + environment.newID("printer")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let faultOption = fault.map { ["fault": $0.description] } ?? [:]
        let service = PrinterService(
            lines: [
                "serial": { address throws(Failure) in
                    try SerialPort(address, defaults: .printer, uptime: environment.uptime)
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
        switch kind {
        case .serial:
            let pty = try SimulatedPrinterOnPty(
                link: folder + "/tty", out: folder, fault: fault, baud: 115_200, environment: environment)
            try pty.start()
            self.pty = pty
            let options = ["proof": "process", "baud": "115200"]
            printer = try service.connect(DeviceAddress(scheme: "serial", path: folder + "/tty", options: options))
            (line, usb) = (nil, nil)
        case .simulated:
            printer = try service.connect(DeviceAddress(scheme: "simulated", path: folder, options: faultOption))
            line = (printer as? SimulatedReceiptPrinter)?.line
            (pty, usb) = (nil, nil)
        case .file:
            printer = try service.connect(DeviceAddress(scheme: "file", path: folder + "/page-0001.escpos"))
            (line, pty, usb) = (nil, nil, nil)
        case .usb:
            let usb = try USBBed.Device(.printer, "\(folder) \(fault?.description ?? "")")
            printer = try service.connect(usb.address(["proof": "process"]))
            (line, pty, self.usb) = (nil, nil, usb)
        }
    }

    deinit {
        printer.close()
        pty?.stop()
        usb?.tell("unplug")
        try? FileManager.default.removeItem(atPath: folder)
    }

    func status() async throws(Failure) -> PrinterStatus { try await printer.status() }
    func print(_ bytes: [UInt8]) async -> PrintResult { await printer.print(bytes) }
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
        pty?.mend()
        line?.mend()
        usb?.tell("mend")
    }

    /// The other end of the line goes away.
    func pullCable() {
        pty?.stop()
        line?.unplug()
        usb?.tell("unplug")
    }
}

/// A receipt of so many lines, cut at its end.
func receipt(_ name: String = "Bon", lines: Int = 3) -> [UInt8] {
    [0x1B, 0x40] + (1...lines).flatMap { Array("\(name) Zeile \($0)\n".utf8) } + [0x1D, 0x56, 0x42, 0x00]
}

extension PrintResult {
    /// The failure's code, with what it was: `failed printer.paperOut`.
    var summary: String {
        switch self {
        case .confirmed: "confirmed"
        case .probably: "probably"
        case .failed(let failure): "failed \(failure.code)"
        case .unknown(let failure): "unknown \(failure.code)"
        }
    }
}
