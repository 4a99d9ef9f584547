import Failures
import Flow
import Hardware
import Model
import Storage
import Testing

@testable import Stores
@testable import Payments

/// What is done with a printer besides receipts.
@Suite struct PrinterServiceTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    private func openDrawer(_ till: TillStores, atOnce: [UInt8]?) throws(Failure) -> DrawerReport {
        try counter.ask(till) {
            PrinterServiceAction.openDrawer([0x1B], atOnce: atOnce, of: Counter.printer, $0)
        }
    }

    @Test func aDrawerIsOpenedInOrderWhereThePrinterPrints() throws {
        let till = try counter.start()
        #expect(try openDrawer(till, atOnce: [0x10]) == DrawerReport(end: .confirmed, obstacle: nil))
        #expect(counter.printers.sheets == 1)
    }

    @Test func withoutPaperADrawerIsOpenedAtOnce() throws {
        counter.printers.state.withLock { $0.paper = .out }
        let till = try counter.start()
        let report = try openDrawer(till, atOnce: [0x10])
        #expect(report.obstacle?.code == "printer.paperOut" && report.end == .probably)
        #expect(counter.printers.interjected == [[0x10]])
    }

    @Test func aPrinterThatHasNoSuchCommandSaysWhyItOpensNone() throws {
        counter.printers.state.withLock { $0.paper = .out }
        let till = try counter.start()
        #expect(throws: Failure.self) { try openDrawer(till, atOnce: nil) }
        #expect(counter.printers.interjected.isEmpty)
    }

    private func recover(_ till: TillStores) throws(Failure) -> PrinterStatus {
        try counter.ask(till) { PrinterServiceAction.recover([0x10, 5, 2], Counter.printer, $0) }
    }

    @Test func aJammedPrinterIsToldToGoOn() throws {
        counter.printers.state.withLock { $0.fault = .jammed }
        let till = try counter.start()
        _ = try recover(till)
        #expect(counter.printers.interjected == [[0x10, 5, 2]])
    }

    /// What one without a jam holds is not to be dropped.
    @Test(arguments: [nil, .other] as [PrinterStatus.Fault?])
    func aPrinterThatIsNotJammedIsToldNothing(_ fault: PrinterStatus.Fault?) throws {
        counter.printers.state.withLock { ($0.fault, $0.paper) = (fault, .out) }
        let till = try counter.start()
        #expect(try recover(till).fault == fault)
        #expect(counter.printers.interjected.isEmpty)
    }

    @Test func aPrinterOnWhichSomebodyPrintsIsLeftAlone() throws {
        let till = try counter.start()
        let claim = try counter.locks.take(printer: Counter.printer)
        defer { claim.release() }
        do throws(Failure) {
            let status = try counter.ask(till) { PrinterServiceAction.status(Counter.printer, $0) }
            Issue.record("it was asked: \(status)")
        } catch { #expect(error == .printerInUse) }
        #expect(counter.printers.connections == 0)
    }

    @Test func whatIsNotPrintedIsNotTriedAgain() throws {
        counter.printers.state.withLock { $0.paper = .out }
        let till = try counter.start()
        do throws(Failure) {
            let end = try counter.ask(till) { PrinterServiceAction.send([1], to: Counter.printer, $0) }
            Issue.record("it was printed: \(end)")
        } catch { #expect(error.code == "printer.paperOut") }
        counter.printers.state.withLock { $0.paper = .ok }
        counter.world.advance(by: .seconds(600))
        #expect(counter.printers.sheets == 0)
    }

    // MARK: A command that was cut off

    private func send(_ bytes: [UInt8], _ till: TillStores) throws(Failure) {
        _ = try counter.ask(till) { PrinterServiceAction.send(PrintData(bytes), to: Counter.printer, $0) }
    }

    private static let off = PrintResult.unknown(Failure(LineFailure.unplugged, "It is gone.", recovery: .askOperator))

    /// A logo is longer than any command of a receipt.
    @Test func thePrintAfterASheetThatWasCutOffBringsThePrinterBackOnce() throws {
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = Self.off }
        try send([UInt8](repeating: 1, count: 300), till)
        counter.printers.state.withLock { $0.end = .confirmed }
        try send([1], till)
        try send([1], till)
        #expect(counter.printers.recoveries == [300])
    }

    /// Nobody's cable is out.
    @Test func whoWaitsNoLongerForAPrinterThatIsBroughtBackIsToldSo() throws {
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = Self.off }
        try counter.approve(1042)
        func reprint() throws(Failure) -> PrintReport {
            try counter.ask(till) { PrintSpoolAction.reprint(ReceiptReference("last"), printer: Counter.printer, $0) }
        }
        _ = try reprint()
        counter.printers.state.withLock {
            $0.duringRecovery = { till.manager.dispatch(PrintSpoolAction.stopWaiting(Reply { _ in })) }
        }
        do throws(Failure) { Issue.record("\(try reprint())") } catch {
            #expect(error.code == "printer.notAwaited" && error.remedy?.contains("nothing of it was printed") == true)
        }
        #expect(counter.printers.sheets == 1)
    }

    @Test func theSheetAfterAReceiptThatWasCutOffBringsThePrinterBack() throws {
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = Self.off }
        try counter.approve(1042)
        _ = try counter.ask(till) { PrintSpoolAction.reprint(ReceiptReference("last"), printer: Counter.printer, $0) }
        counter.printers.state.withLock { $0.end = .confirmed }
        try send([1], till)
        #expect(counter.printers.recoveries == [10])
    }

    /// It would come out as often as it was tried.
    @Test func withoutPaperAPrinterIsNotBroughtBack() throws {
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = Self.off }
        try send([1], till)
        counter.printers.state.withLock { ($0.end, $0.paper) = (.confirmed, .out) }
        for _ in 1...3 { #expect(throws: Failure.self) { try send([1], till) } }
        #expect(counter.printers.recoveries == [])
        counter.printers.state.withLock { $0.paper = .ok }
        try send([1], till)
        #expect(counter.printers.recoveries == [10])
    }

    /// Nobody was left to say how it ended.
    @Test func aSheetInWhichTheTillDiedIsTakenForOneThatWasCutOff() throws {
        try counter.storage.write { try CutOffCommands.note(70, at: Counter.printer, in: $0) }
        try send([1], try counter.start())
        #expect(counter.printers.recoveries == [70])
    }
}
