import ESCPOS
import Flow
import Receipts
import Simulator
import Testing

/// Faults of a printer, one at a time.
@Suite struct PrinterFaultTests {
    private func printer(_ fault: String) throws -> VirtualPrinter {
        VirtualPrinter(fault: try PrinterFault(name: fault), glyphs: White())
    }

    private func printed(_ outputs: [VirtualPrinter.Output]) -> [[UInt8]] {
        pages(outputs).map(\.bytes)
    }

    private func after(_ milliseconds: Int64) -> Uptime { Uptime(nanoseconds: milliseconds * 1_000_000) }

    private let lines = Array("eins\nzwei\n".utf8)
    private let cut: [UInt8] = [0x1D, 0x56, 0]
    private let paper: [UInt8] = [0x1D, 0x72, 1]
    private let processID: [UInt8] = [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44]

    @Test func whatIsLostOnTheLineIsTakenAndNotPrinted() throws {
        var printer = try printer("loses:7")
        #expect(printer.taken(of: lines) == lines.count)
        #expect(try replies(printer.receive(lines + paper)).isEmpty)
        #expect(printer.received == lines.count + paper.count)
        _ = try printer.mend()
        #expect(try printed(printer.receive(Array("ei\n".utf8) + cut)) == [Array("eins\nzwei\n".utf8) + cut])
    }

    @Test func lateAnswersComeInTheirTimeAndOrder() throws {
        var printer = try printer("late-answers:300")
        #expect(try printer.receive(paper, at: after(0)).isEmpty)
        #expect(try printer.receive([0x10, 4, 1], at: after(100)).isEmpty)
        #expect(printer.due == after(300))
        #expect(try replies(printer.advance(to: after(300))) == [0x00])
        #expect(try replies(printer.advance(to: after(399))).isEmpty)
        #expect(try replies(printer.advance(to: after(400))) == [0x12])
        #expect(printer.due == nil)
    }

    @Test func whatWasLateIsSaidWhenThatIsMended() throws {
        var printer = try printer("late-answers:300")
        _ = try printer.receive(paper)
        #expect(try replies(printer.mend()) == [0x00])
        #expect(try replies(printer.receive([0x10, 4, 1])) == [0x12])
    }

    @Test func withoutAutomaticStatusItIsAskedAsBefore() throws {
        var printer = try printer("no-automatic-status")
        #expect(
            try replies(printer.receive([0x1D, 0x61, 0xFF] + paper + processID + [0x10, 4, 1])).count == 1 + 7 + 1)
        #expect(try replies(printer.receive([0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8])) == [0x37, 0x25, 0x00])
        _ = try printer.mend()
        #expect(try replies(printer.receive([0x1D, 0x61, 0xFF])).isEmpty)
    }

    @Test func withoutProcessIDsItPrintsAndAnswersAllElse() throws {
        var printer = try printer("no-process-id")
        let outputs = try printer.receive(lines + processID + cut + paper)
        #expect(printed(outputs) == [lines + cut])
        #expect(replies(outputs) == [0x00])
        #expect(try replies(printer.receive([0x1D, 0x61, 0xFF])).count == 4)
    }

    @Test func aHotHeadStopsAndGoesOnByItselfOnceItIsCool() throws {
        var printer = try printer("head-hot-at-row:30")
        _ = try printer.receive([0x1D, 0x61, 0xFF], at: after(500))
        let stopped = try printer.receive(lines + cut + [0x10, 4, 2, 0x10, 4, 3], at: after(500))
        #expect(replies(stopped) == [0x1C, 0x40, 0, 0x0F, 0x52, 0x52])
        #expect(printed(stopped).isEmpty)
        #expect(printer.due == after(10_500))
        let cool = try printer.advance(to: after(10_500))
        #expect(replies(cool) == [0x14, 0, 0, 0x0F])
        #expect(printed(cool) == [lines + cut])
    }

    @Test(arguments: [
        "loses", "loses:-1", "late-answers:0", "head-hot-at-row:0", "no-process-id:1", "no-automatic-status:",
    ])
    func whatIsNoFaultIsRefused(_ name: String) {
        #expect(throws: Failure.self) { _ = try PrinterFault(name: name) }
    }
}
