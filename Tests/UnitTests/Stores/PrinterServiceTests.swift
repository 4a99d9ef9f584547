import Flow
import Hardware
import Model
import Storage
import Testing

@testable import Stores

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

    @Test func aPrinterOnWhichSomebodyPrintsIsLeftAlone() throws {
        let till = try counter.start()
        let claim = try counter.claims.take(printer: Counter.printer)
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
}
