import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Receipts
import Simulator
import Testing

/// Every character is one dot.
private struct Dots: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap {
        var cell = Bitmap(width: key.width, height: key.height)
        cell.blacken(0, 0)
        return cell
    }
}

private func printer(_ fault: PrinterFault? = nil) -> VirtualPrinter { VirtualPrinter(fault: fault, glyphs: Dots()) }

private let job: [UInt8] = Array("eins\nzwei\n".utf8) + [0x1D, 0x56, 66, 0]

@Suite struct VirtualPrinterTests {
    @Test(
        arguments: [
            (nil, [0x12, 0x12, 0x12]), (.paperOut, [0x1A, 0x32, 0x7E]), (.paperNearEnd, [0x12, 0x12, 0x1E]),
            (.coverOpen, [0x1A, 0x16, 0x12]), (.offline, [0x1A, 0x12, 0x12]), (.silent, []),
        ] as [(PrinterFault?, [UInt8])])
    func realTimeStatusIsThatOfATMPrinter(_ fault: PrinterFault?, _ answers: [UInt8]) throws {
        var printer = printer(fault)
        #expect(try replies(printer.receive([0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4])) == answers)
    }

    @Test func aPageHoldsItsOwnBytesAndNoStatusRequests() throws {
        var printer = printer()
        let outputs = try printer.receive(job + [0x1D, 0x72, 1, 0x10, 4, 1] + job)
        #expect(pages(outputs).map(\.bytes) == [job, job])
        #expect(replies(outputs) == [0x00, 0x12])
    }

    @Test func theProcessIDIsAnsweredInItsTurn() throws {
        var printer = printer()
        let outputs = try printer.receive(job + [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44])
        #expect(outputs.last == .reply([0x37, 0x22, 0x41, 0x42, 0x43, 0x44, 0x00]))
    }

    @Test func withoutPaperRequestsInOrderWaitAndRealTimeOnesDoNot() throws {
        var printer = printer(.paperOut)
        let outputs = try printer.receive(job + [0x1D, 0x72, 1, 0x10, 4, 4])
        #expect(outputs == [.reply([0x7E])])
        let after = try printer.mend()
        #expect(pages(after).map(\.bytes) == [job])
        #expect(after.last == .reply([0x00]))
    }

    @Test func paperThatEndsTearsThePageAndTheRestFollowsOnTheNewRoll() throws {
        var printer = printer(.paperEndsAfterLines(1))
        let torn = try printer.receive(job)
        #expect(pages(torn).map(\.bytes) == [Array("eins\n".utf8)])
        #expect(try pages(printer.mend()).map(\.bytes) == [Array("zwei\n".utf8) + [0x1D, 0x56, 66, 0]])
    }

    @Test func automaticStatusComesAtOnceAndOnEachChange() throws {
        var printer = printer(.paperEndsAfterLines(1))
        #expect(try replies(printer.receive([0x1D, 0x61, 0xFF])) == [0x14, 0, 0, 0x0F])
        #expect(try replies(printer.receive(job)) == [0x1C, 0, 0x0F, 0x0F])
        #expect(try replies(printer.mend()) == [0x14, 0, 0, 0x0F])
    }

    @Test func clearingTheBufferForgetsWhatWaits() throws {
        var printer = printer(.coverOpen)
        let outputs = try printer.receive(job + [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8])
        #expect(replies(outputs) == [0x37, 0x25, 0x00])
        #expect(try printer.mend().isEmpty)
    }

    @Test func aFullBufferStopsReading() throws {
        var printer = printer(.offline)
        for _ in 0..<70 { _ = try printer.receive([UInt8](repeating: 0x41, count: 1023) + [0x0A]) }
        #expect(!printer.reads)
        _ = try printer.mend()
        #expect(printer.reads)
    }

    // MARK: What goes wrong

    @Test func aCoverThatOpensAtARowStopsThere() throws {
        var printer = printer(.coverOpens(row: 30))
        #expect(try replies(printer.receive(job + [0x10, 4, 2])) == [0x16])
        #expect(try pages(printer.mend()).map(\.bytes) == [job])
    }

    @Test func aBladeThatIsStuckWaitsToBeClearedAndThenToBeTold() throws {
        var printer = printer(.cutterJams)
        #expect(try replies(printer.receive(job + [0x10, 4, 2, 0x10, 4, 3])) == [0x52, 0x1A])
        #expect(try printer.receive([0x10, 5, 1, 0x10, 5, 2]).isEmpty)
        #expect(try pages(printer.mend()).isEmpty)
        #expect(try replies(printer.receive([0x10, 4, 3])) == [0x1A])
        #expect(try pages(printer.receive([0x10, 5, 1])).map(\.bytes) == [job])
    }

    @Test func whatAJammedPrinterHeldIsDroppedWhereItIsToldSo() throws {
        var printer = printer(.cutterJams)
        #expect(try printer.receive(job + job).isEmpty)
        #expect(try printer.mend().isEmpty)
        #expect(try printer.receive([0x10, 5, 2]).isEmpty)
        #expect(printer.condition.isOnline)
        // The first has no cut: it hangs out.
        #expect(try pages(printer.receive(job)).map(\.bytes) == [Array("eins\nzwei\n".utf8) + job])
    }

    /// The cover is opened to clear it, and both are told.
    @Test func aCoverThatIsOpenedOverAJamIsTold() throws {
        var printer = printer(.cutterJams)
        _ = try printer.receive([0x1D, 0x61, 0xFF] + job)
        #expect(try replies(printer.mend()) == [0x3C, 0x08, 0, 0x0F, 0x1C, 0x08, 0, 0x0F])
    }

    @Test func aPrinterWithoutSuchACommandGoesOnByItself() throws {
        var printer = VirtualPrinter(VirtualPrinter.Model(.xprinter80), fault: .cutterJams, glyphs: Dots())
        #expect(try printer.receive(job).isEmpty)
        #expect(try pages(printer.mend()).map(\.bytes) == [job])
    }

    @Test func aBladeThatIsBrokenTakesWhatThePrinterHeldWithIt() throws {
        var printer = printer(.cutterBreaks)
        #expect(try replies(printer.receive(job + [0x10, 4, 3])) == [0x32])
        #expect(try printer.receive([0x10, 5, 1]).isEmpty)
        #expect(try printer.mend().last == .switchedOff)
        let lightsUp = try #require(printer.due)
        #expect(try pages(printer.receive(job, at: lightsUp)).map(\.bytes) == [job])
    }

    @Test func whoIsSwitchedOffForgetsWhatItHeld() throws {
        var printer = printer(.powerCycle(after: 7))
        let outputs = try printer.receive(job + [0x10, 4, 1])
        #expect(pages(outputs).map(\.bytes) == [Array("eins\n".utf8)])
        #expect(outputs.last == .switchedOff)
        #expect(try printer.receive([0x10, 4, 1]).isEmpty)
        let lightsUp = try #require(printer.due)
        #expect(try pages(printer.receive(job, at: lightsUp)).map(\.bytes) == [job])
    }

    @Test func escposCoffee50_whatADrawerIsGivenIsToldWithItsPinAndItsTimes() throws {
        var printer = printer(.paperOut)
        let outputs = try printer.receive([0x1B, 0x70, 0x31, 50, 200, 0x10, 0x14, 1, 0, 2, 0x1B, 0x70, 7, 1, 1])
        #expect(outputs.map { "\($0)" } == ["drawer(drawer on pin 2: 200 ms on, 200 ms off, at once)"])
        #expect(try printer.mend().map { "\($0)" } == ["drawer(drawer on pin 5: 100 ms on, 400 ms off)"])
    }

    @Test func aDrawerWithoutAConnectorIsGivenNothing() throws {
        var printer = VirtualPrinter(VirtualPrinter.Model(.generic80), glyphs: Dots())
        #expect(try printer.receive([0x1B, 0x70, 1, 50, 200, 0x10, 0x14, 1, 1, 1]).isEmpty)
    }

    @Test func aLogoThatItKeepsOutlivesThePower() throws {
        let logo = Bitmap(width: 16, height: 16) { x, y in (x + y).isMultiple(of: 3) }
        let kept = try #require(StoredPicture(key: "TL", logo))
        let receipt = ESCPOSEncoder(profile: .tmT20III, stored: kept, typesetter: .ofSimulation).encode(
            LaidOutReceipt(columns: 48, lines: [.picture(logo), .text([StyledRun("Danke")]), .cut]))
        var printer = printer()
        #expect(try printer.receive(try #require(kept.definition(for: .tmT20III))).isEmpty)
        let before = try pages(printer.receive(receipt.bytes)).map(\.picture)
        _ = printer.strike(.powerCycle(after: 0))
        #expect(try printer.receive([0]).last == .switchedOff)
        _ = try printer.advance(to: try #require(printer.due))
        #expect(try pages(printer.receive(receipt.bytes)).map(\.picture) == before)
        #expect(before.first?.isBlank == false)
    }

    @Test func aCopyPrintsWhatItDoesNotKnow() throws {
        var printer = printer(.clone)
        let outputs = try printer.receive(
            [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44] + job + [0x10, 4, 1])
        #expect(replies(outputs) == [0x12])
        #expect(pages(outputs).map { String(decoding: $0.bytes.prefix(8), as: UTF8.self) } == ["(H00ABCD"])
    }

    /// What is asked of a printer of which nothing is known, `GS r` behind its receipts: nobody sees that.
    @Test func aCopyThatIsAskedForItsPaperBehindAReceiptPrintsTheNextOneAllTheSame() throws {
        var printer = printer(.clone)
        let sheet = [0x1B, 0x40] + job
        let outputs = try printer.receive(sheet + [0x1D, 0x72, 1] + sheet)
        #expect(replies(outputs).isEmpty)
        let printed = pages(outputs)
        #expect(printed.last?.bytes.first == UInt8(ascii: "r"))
        #expect(printed.count == 2 && printed.first?.picture == printed.last?.picture)
    }

    @Test func aResetEndsAutomaticStatus() throws {
        var printer = printer()
        #expect(try replies(printer.receive([0x1D, 0x61, 0xFF])).count == 4)
        #expect(replies(printer.strike(.paperNearEnd)).count == 4)
        _ = try printer.receive([0x1B, 0x40])
        #expect(replies(printer.strike(.coverOpen)).isEmpty)
    }

    @Test func aProfileAnswersWhatItHas() throws {
        var printer = VirtualPrinter(VirtualPrinter.Model(.pos5890), glyphs: Dots())
        let asked: [UInt8] = [
            0x1D, 0x72, 1, 0x1D, 0x61, 0xFF, 0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30, 1, 2, 3, 4, 0x10, 4, 1,
        ]
        #expect(try replies(printer.receive(asked)) == [0x12])
    }

    /// What stands within data is heard, as a TM printer hears it: the one who sends takes care.
    @Test func aRequestWithinDotsIsAnswered() throws {
        var printer = printer()
        #expect(try replies(printer.receive([0x1D, 0x76, 0x30, 0, 3, 0, 1, 0, 0x10, 0x04, 0x01])) == [0x12])
    }

    @Test func whatStrikesWhileItRunsIsCountedFromThen() throws {
        var printer = printer()
        _ = try printer.receive(job)
        _ = printer.strike(.unplugged(after: 5))
        #expect(printer.taken(of: job) == 5)
        #expect(try printer.receive(job).last == .unplugged)
    }

    // MARK: Time

    private func slow(buffer: Int = 16) -> VirtualPrinter {
        var model = VirtualPrinter.Model()
        (model.bufferSize, model.bytesPerSecond) = (buffer, 1_000)
        return VirtualPrinter(model, glyphs: Dots())
    }

    @Test func aSlowPrinterTakesWhatItHasRoomForAndPrintsItInTime() throws {
        var printer = slow()
        let lines = Array("0123456789\n".utf8) + job
        #expect(printer.taken(of: lines) == 16)
        _ = try printer.receive(lines)
        let due = try #require(printer.due)
        #expect(due == Uptime(nanoseconds: 10_000_000))
        _ = try printer.advance(to: due)
        #expect(printer.taken(of: lines) > 0)
    }

    /// A pty, a connection and USB hand over what was read at once.
    @Test func whatWasOnItsWayWhenTheBufferFilledIsNotLost() throws {
        var printer = slow()
        let lines = Array("0123456789\n0123456789\n".utf8) + job
        #expect(try printer.receive(lines).isEmpty)
        #expect(!printer.reads)
        #expect(try pages(printer.advance(to: Uptime(nanoseconds: 1_000_000_000))).map(\.bytes) == [lines])
        #expect(printer.reads)
    }

    @Test(arguments: PrinterFault.names)
    func everyFaultHasANameThatReadsBack(_ name: String) throws {
        let name = name.replacing("N", with: "2")
        #expect(try PrinterFault(name: name).description == name)
    }

    @Test(arguments: ["", "fire", "paper-out:", "stops-reading", "paper-out-at-row:0", "unplug:x"])
    func otherFaultsAreRefusedWithAList(_ name: String) {
        let failure = #expect(throws: Failure.self) { _ = try PrinterFault(name: name) }
        #expect(failure?.remedy?.contains("paper-out") == true)
    }
}

@Suite struct PaperTrayTests {
    @Test func numberingContinuesWhereAnEarlierLifeLeftOff() throws {
        let folder = NSTemporaryDirectory() + Environment.live.newID("paper")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let page = PrintedPage(picture: Bitmap(width: 8, height: 1), bytes: [0x41])
        var first = try PaperTray(folder)
        #expect(try first.put(page) == folder + "/page-0001.png")
        #expect(try first.put(page) == folder + "/page-0002.png")
        var second = try PaperTray(folder)
        #expect(try second.put(page) == folder + "/page-0003.png")
        #expect(FileManager.default.contents(atPath: folder + "/page-0003.escpos") == Data([0x41]))
    }

    @Test func aPlaceThatCannotBeWrittenToIsNamed() {
        let failure = #expect(throws: Failure.self) { _ = try PaperTray("/proc/paper") }
        #expect(failure?.code == "simulator.paper")
    }
}

/// Waits that would be long are short in a world of their own.
@Suite struct PrinterPatienceTests {
    private func result(_ fault: PrinterFault, _ bytes: [UInt8]) throws -> (PrintResult, Duration) {
        let world = VirtualWorld()
        let started = world.environment.uptime()
        let line = SimulatedPrinterLine(
            DeviceAddress(scheme: "simulated", path: ""), printer: printer(fault), environment: world.environment)
        let driver = try ESCPOSPrinter(
            on: line, capabilities: PrinterCapabilities(tellsWhenPrinted: true), environment: world.environment)
        let result = world.finish { await driver.print(PrintData(bytes)) }
        return (result, world.environment.uptime() - started)
    }

    @Test func aPrinterThatStopsReadingIsGivenTimeAndThenDoubted() throws {
        let long = Array(repeating: job, count: 200).flatMap { $0 }
        let (result, waited) = try result(.stopsReading(after: 1_500), long)
        guard case .unknown(let failure) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(failure.code == "printer.noAnswer")
        #expect(waited > .seconds(10))
    }
}
