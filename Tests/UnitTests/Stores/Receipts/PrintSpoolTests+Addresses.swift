import Failures
import Flow
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Prints that wait for an address that is not the one with which their printer is used now.
extension PrintSpoolTests {
    private static let other = DeviceAddress(scheme: "test", path: "other")
    private static let withProfile = DeviceAddress(
        scheme: Counter.printer.scheme, path: Counter.printer.path, options: ["profile": "epson-tm-t20iii"])

    private func customers() throws -> ReceiptID {
        let waiting = try counter.storage.read { try $0.pendingPrintJobs(printer: nil) }
        return try #require(waiting.first { $0.copy == .customer }).receipt
    }

    private func prints(_ receipt: ReceiptID) throws -> [PrintJob] {
        try counter.storage.read { try $0.printJobs(receipt: receipt) }
    }

    private func print(
        _ receipt: ReceiptID, on printer: DeviceAddress, by till: TillStores
    ) throws(Failure) -> PrintReport {
        try counter.ask(till) {
            PrintSpoolAction.print(ReceiptReference(receipt.rawValue), printer: printer, $0)
        }
    }

    @Test func whatWaitsIsPrintedWhateverOptionsItsPrinterHadThen() throws {
        try counter.approve(1042, printer: Self.withProfile)
        let receipt = try customers()
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(10))
        #expect(counter.printers.state.withLock { $0.sheets } == [Counter.printer, Counter.printer])
        #expect(try counter.waiting == 0)
        #expect(try prints(receipt).map(\.printer) == [Counter.printer.description])
        let moves = try counter.ask(till) { ReceiptAction.listPrints(ReceiptReference(receipt.rawValue), $0) }
        #expect(moves.allSatisfy { $0.move == nil })
    }

    @Test func aPrinterIsLockedWhateverOptionsItsAddressHas() throws {
        let lock = try counter.locks.take(printer: Self.withProfile)
        #expect(throws: Failure.printerInUse) { try counter.locks.take(printer: Counter.printer) }
        #expect(counter.locks.isTaken(printer: Counter.printer))
        lock.release()
        #expect(!counter.locks.isTaken(printer: Counter.printer))
    }

    @Test func aPrinterWithTwoAddressesHasOneQueue() {
        var state = PrintSpoolState()
        state.reduce(.served(Counter.printer))
        state.reduce(.found([Self.withProfile, Self.other]))
        #expect(state.served == [Counter.printer, Self.other])
    }

    @Test func whatIsPrintedElsewhereIsNotPrintedAgainWhereItWaited() throws {
        try counter.approve(1042)
        let receipt = try customers()
        let till = try counter.start()
        #expect(try print(receipt, on: Self.other, by: till).mark == .original)
        try serve(till)
        world.advance(by: .seconds(10))
        #expect(counter.printers.state.withLock { $0.sheets } == [Self.other, Counter.printer])
        #expect(try prints(receipt).map(\.state) == [.confirmed])
        #expect(try prints(receipt).map(\.printer) == [Self.other.description])
    }

    @Test func whyAPrintWentElsewhereIsExplained() throws {
        try counter.approve(1042)
        let till = try counter.start()
        _ = try print(try customers(), on: Self.other, by: till)
        let explanation = try counter.ask(till) { JournalAction.explainPayment(reference: "pay-1042", $0) }
        let fact = try #require(explanation.facts.first { $0.kind == "receipt.moved" })
        let text = fact.text(in: .en)
        #expect(text.contains("went to test:other in place of test:printer, because it was asked for there"), "\(text)")
        let audit = try counter.ask(till) { JournalAction.verify(kept: [], publicKey: nil, replays: true, $0) }
        #expect(audit.isIntact, "\(audit)")
    }

    @Test func whatCannotBePrintedElsewhereGoesOnWaitingWhereItWaited() throws {
        try counter.approve(1042)
        let receipt = try customers()
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = .failed(.sample) }
        #expect(try print(receipt, on: Self.other, by: till).failure == .sample)
        #expect(try prints(receipt).map(\.state) == [.pending])
        #expect(try prints(receipt).map(\.printer) == [Counter.printer.description])
        counter.printers.state.withLock { $0.end = .confirmed }
        try serve(till)
        world.advance(by: .seconds(10))
        #expect(try prints(receipt).map(\.mark) == [.original])
    }

    @Test func aPrintInDoubtElsewhereIsNotMadeAgainWhereItWaited() throws {
        try counter.approve(1042)
        let receipt = try customers()
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = .unknown(.sample) }
        _ = try print(receipt, on: Self.other, by: till)
        counter.printers.state.withLock { $0.end = .confirmed }
        try serve(till)
        world.advance(by: .seconds(10))
        #expect(try prints(receipt).map(\.state) == [.unknown])
    }
}
