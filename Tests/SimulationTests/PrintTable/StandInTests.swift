import ESCPOS
import Flow
import Hardware
import Model
import Simulator
import Storage
import Stores
import Testing

/// Printers that substitute for one that cannot print, and what a kiosk sees of them.
@Suite struct StandInTests {
    private static let first = VirtualPrintRoom.address(0)
    private static let second = VirtualPrintRoom.address(1)

    private func room(_ faults: PrinterFault?...) throws -> VirtualPrintRoom {
        let printers = faults.map { VirtualPrinter(PrintModel.proving.model, fault: $0, glyphs: PlainGlyphs()) }
        return try VirtualPrintRoom(printers, proof: PrintModel.proving.proof)
    }

    private func serve(_ room: VirtualPrintRoom, patience: Duration = .seconds(60)) throws -> VirtualTill {
        for number in 1...3 { try room.enqueue(.numbered(number)) }
        let till = try room.startTill(patience: patience)
        _ = till.ask { PrintSpoolAction.serve(printer: Self.first, $0) }
        room.world.advance(by: .seconds(20))
        return till
    }

    private func history(_ receipt: Int, _ till: VirtualTill) throws -> [PrintHistory] {
        try #require(till.ask { ReceiptAction.listPrints(ReceiptReference("rcp-\(receipt)"), $0) }).get()
    }

    @Test func whatHasNotBegunIsPrintedByTheStandInAndTheReasonIsKept() throws {
        let room = try room(.paperOut, nil)
        let till = try serve(room)
        #expect(room.lines[0].pages.isEmpty)
        #expect(room.lines[1].pages.count == 3)
        let prints = try history(2, till)
        #expect(prints.map(\.job.state) == [.confirmed])
        #expect(prints.map(\.job.mark) == [.original])
        #expect(prints.map(\.job.printer) == [Self.second.description])
        #expect(prints.first?.move?.from == Self.first.description)
        #expect(prints.first?.move?.because.code == "printer.paperOut")
        guard case .atRest(let reports, nil) = till.stores.prints.current.printing(on: Self.first) else {
            Issue.record("not at rest")
            return
        }
        #expect(reports.map(\.printer) == [Self.second, Self.second, Self.second])
        #expect(reports.allSatisfy { $0.insteadBecause?.code == "printer.paperOut" })
    }

    @Test func aPrintThatHasBegunNeverMoves() throws {
        let room = try room(.unplugged(after: 200), nil)
        let till = try serve(room)
        #expect(try history(1, till).map(\.job.state) == [.unknown])
        #expect(try history(1, till).map(\.job.printer) == [Self.first.description])
        #expect(room.lines[1].pages.count == 2)
        #expect(try history(3, till).map(\.job.state) == [.confirmed])
    }

    @Test func wherePrintersThatStandInCannotEitherItWaitsAtItsOwn() throws {
        let room = try room(.paperOut, .coverOpen)
        let till = try serve(room)
        guard case .atRest(let reports, let failure?) = till.stores.prints.current.printing(on: Self.first) else {
            Issue.record("not at rest")
            return
        }
        #expect(failure.code == "printer.paperOut" && reports.count == 3)
        room.lines[0].mend()
        room.world.advance(by: .seconds(60))
        #expect(room.lines[0].pages.count == 3)
        #expect(room.lines[1].pages.isEmpty)
        #expect(try history(1, till).first.map { $0.move == nil } == true)
    }

    /// The substitute took the print, could not print it either, and gave it back.
    @Test func whereItWasPrintedAtItsOwnNoMoveIsTold() throws {
        let room = try room(.paperOut, .offline)
        let till = try serve(room)
        room.lines[1].mend()
        room.lines[1].strike(.coverOpen)
        room.lines[0].mend()
        room.world.advance(by: .seconds(60))
        let prints = try history(1, till)
        #expect(prints.map(\.job.printer) == [Self.first.description])
        #expect(prints.allSatisfy { $0.move == nil })
    }

    // MARK: A printer that is asked for in place of the one it waits for

    /// The till is stopped at each deed of the print, and started again.
    @Test func aPrintThatIsAskedForElsewhereHasOneOriginalWhereverTheTillIsStopped() throws {
        var deed = 0
        repeat { deed += 1 } while try isCutOffElsewhere(at: deed)
        #expect(deed > 5)
    }

    /// Returns whether the till was stopped before it had printed.
    private func isCutOffElsewhere(at deed: Int) throws -> Bool {
        let room = try room(nil, nil)
        try room.enqueue(.numbered(1))
        let life = TillLife(cut: CutPoint(deed: deed, isTorn: false))
        let till = try room.startTill(life, patience: .seconds(60))
        _ = till.ask { PrintSpoolAction.print(ReceiptReference("rcp-1"), printer: Self.second, $0) }
        let isCutOff = life.isOver
        life.end()
        let next = try room.startTill(patience: .seconds(60))
        _ = next.ask { PrintSpoolAction.serveAll($0) }
        room.world.advance(by: .seconds(150))
        let states = try history(1, next).map(\.job.state)
        #expect(states == [.confirmed] || states == [.unknown], "at \(deed)")
        for line in room.lines { line.tearOff() }
        room.world.run()
        let sheets = room.lines.flatMap { PaperSheet.sheets(on: $0.pages) }
        #expect(sheets.allSatisfy { $0.duplicate == 0 } && sheets.count <= 1, "at \(deed)")
        return isCutOff
    }

    // MARK: What a kiosk sees

    @Test func aPrinterThatIsWaitedForIsShownUntilItGoesOn() throws {
        let room = try room(.paperEnds(page: 1, row: 200))
        let till = try serve(room)
        let waiting = try #require(till.stores.printers.current.standing(of: Self.first))
        #expect(waiting.waitsFor?.code == "printer.paperOut")
        #expect(waiting.status.paper == .out)
        #expect(till.stores.prints.current.printing(on: Self.first) == .underWay)
        // It is no printer for a payment meanwhile, and whoever asks for its status is told what it waits for.
        for asked in [
            try #require(till.ask { DeviceAction.checkPrinter(Self.first, $0) }).failure,
            try #require(till.ask { PrinterServiceAction.status(Self.first, $0) }).failure,
        ] { #expect(asked?.code == "printer.paperOut") }
        room.lines[0].mend()
        room.world.advance(by: .seconds(20))
        let after = try #require(till.stores.printers.current.standing(of: Self.first))
        #expect(after.waitsFor == nil && after.status.paper == .ok)
        #expect(try history(1, till).map(\.job.state) == [.confirmed])
        #expect(try #require(till.ask { DeviceAction.checkPrinter(Self.first, $0) }).failure == nil)
    }

    @Test(
        arguments: [
            (.paperNearEnd, PrinterStatus(online: true, paper: .nearEnd, cover: .closed)),
            (.coverOpen, PrinterStatus(online: false, paper: .ok, cover: .open)),
            (.offline, PrinterStatus(online: false, paper: .ok, cover: .closed)),
        ] as [(PrinterFault, PrinterStatus)])
    func theStateOfAPrinterIsShown(_ fault: PrinterFault, _ status: PrinterStatus) throws {
        let till = try serve(try room(fault))
        #expect(till.stores.printers.current.standing(of: Self.first)?.status == status)
    }

    @Test func aPrinterThatIsGoneHasNoStateAnyMore() throws {
        let room = try room(nil)
        let till = try serve(room)
        room.lines[0].unplug()
        try room.enqueue(.numbered(4))
        _ = till.ask { PrintSpoolAction.serve(printer: Self.first, $0) }
        room.world.advance(by: .seconds(5))
        #expect(till.stores.printers.current.standing(of: Self.first)?.status == PrinterStatus())
    }

    // MARK: The store

    @Test func anOriginalIsPrintedOnceAndCopiesHaveNumbers() throws {
        let room = try room(nil)
        let till = try room.startTill(patience: .seconds(60))
        let saved = try #require(till.ask { ReceiptAction.saveReceipt(.numbered(1), $0) }).get()
        #expect(saved.printCount == 0)
        let last = ReceiptReference("rcp-1")
        let printed = try #require(till.ask { PrintSpoolAction.print(last, printer: Self.first, $0) }).get()
        #expect(printed.mark == .original && printed.end == .confirmed)
        let again = till.ask { PrintSpoolAction.print(last, printer: Self.first, $0) }
        #expect(throws: Failure.self) { try again?.get() }
        let copies = try #require(till.ask { PrintSpoolAction.printCopies(last, 3, printer: Self.first, $0) }).get()
        #expect(copies.map(\.mark.number) == [1, 2, 3])
        #expect(room.lines[0].pages.count == 4)
    }

    @Test func aReceiptIsSavedOnce() throws {
        let till = try room(nil).startTill(patience: .zero)
        _ = till.ask { ReceiptAction.saveReceipt(.numbered(1), $0) }
        let twin = try #require(till.ask { ReceiptAction.saveReceipt(.numbered(1), $0) })
        #expect(throws: Failure.self) { try twin.get() }
    }

    @Test func aReceiptWithACardNumberIsNotStored() throws {
        let till = try room(nil).startTill(patience: .zero)
        let refused = try #require(
            till.ask { ReceiptAction.saveReceipt(.numbered(1, saying: ", no. 4111 1111 1111 1111"), $0) })
        #expect { try refused.get() } throws: { ($0 as? Failure)?.code == "receipt.cardData" }
        let listed = try #require(till.ask { ReceiptAction.listReceipts(limit: 9, $0) }).get().receipts
        #expect(listed.isEmpty)
    }

    /// The names of goods, shops and customers cannot contain printer commands.
    @Test(
        arguments: [
            "\u{1B}p\u{0}\u{19}\u{19}", "\u{10}\u{14}\u{1}\u{0}\u{1}", "\u{1D}V\u{0}",
            "\u{1B}@\u{1D}(A\u{2}\u{0}\u{0}\u{2}",
        ])
    func noOrderReachesAPrinterFromWhatAReceiptSays(_ order: String) throws {
        let room = try room(nil)
        let till = try room.startTill(patience: .seconds(60))
        var usual: [Operation?] = []
        for (number, words) in [(1, ""), (2, order)] {
            _ = till.ask { ReceiptAction.saveReceipt(.numbered(number, saying: words), $0) }
            let print = try #require(
                till.ask { PrintSpoolAction.print(ReceiptReference("rcp-\(number)"), printer: Self.first, $0) }
            ).get()
            #expect(print.end == .confirmed)
            var decoder = StreamDecoder(codePages: .epson)
            let operations = (decoder.decode(print.bytes) + decoder.finish()).compactMap(\.operation)
            if number == 1 { usual = operations }
            #expect(operations == usual)
        }
    }
}
