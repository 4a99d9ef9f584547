import ESCPOS
import Flow
import Foundation
import Receipts
import Testing

@testable import Simulator

/// A printer at the end of a line reads in pieces, which may be larger than what it has room for.
@Suite struct PrinterOnALineTests {
    private static let job = [UInt8](repeating: 0x41, count: 900) + [0x0A, 0x1D, 0x56, 66, 0]

    private static func printed(in directory: String) throws -> [UInt8] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".escpos") }
        return try names.sorted().flatMap { try Data(contentsOf: URL(filePath: directory + "/" + $0)) }
    }

    @Test func whatItHasNoRoomForIsNotLost() throws {
        let directory = NSTemporaryDirectory() + "till-untaken-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var model = VirtualPrinter.Model()
        (model.bufferSize, model.bytesPerSecond) = (100, 1000)
        let device = PrinterPtyDevice(VirtualPrinter(model, glyphs: White()), try PaperTray(directory)) { _ in }
        var orders = device.received(Self.job, at: Uptime(nanoseconds: 0))
        #expect(!orders.reads)
        while let deadline = orders.deadline { orders = device.deadlineReached(at: deadline) }
        #expect(orders.reads)
        #expect(try Self.printed(in: directory) == Self.job)
    }

    @Test func whatWaitedBeforeItIsTakenWhenItReadsAgain() throws {
        let directory = NSTemporaryDirectory() + "till-untaken-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let printer = VirtualPrinter(fault: .stopsReading(after: 300), glyphs: White())
        let device = PrinterPtyDevice(printer, try PaperTray(directory)) { _ in }
        #expect(!device.received(Self.job, at: Uptime(nanoseconds: 0)).reads)
        #expect(device.mend(at: Uptime(nanoseconds: 0)).reads)
        #expect(try Self.printed(in: directory) == Self.job)
    }
}
