import Failures
import Flow
import FlowProbe
import Foundation
import Hardware
import LogEvents
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Effects of the till's state print the receipts of the spool.
@Suite struct PrintSpoolTests {
    let counter: Counter
    var world: VirtualWorld { counter.world }

    init() throws { counter = try Counter() }

    func serve(_ till: TillStores, _ printer: DeviceAddress = Counter.printer) throws {
        try counter.ask(till) { PrintSpoolAction.serve(printer: printer, $0) }
    }

    private func printing(_ till: TillStores, _ printer: DeviceAddress = Counter.printer) -> Printing {
        till.prints.current.printing(on: printer)
    }

    @Test func whatWaitsIsPrintedAndTold() throws {
        try counter.approve(1042)
        let till = try counter.start()
        try serve(till)
        world.run()
        #expect(printing(till) == .underWay)
        world.advance(by: .seconds(10))
        guard case .atRest(let prints, nil) = printing(till) else { return #expect(Bool(false), "\(printing(till))") }
        #expect(prints.map(\.mark) == [.original, .original])
        #expect(try counter.waiting == 0)
    }

    @Test func untilSomebodyAsksNoDeviceIsTouched() throws {
        try counter.approve(1042)
        let till = try counter.start()
        _ = try counter.ask(till) { ReceiptAction.listReceipts(limit: 10, $0) }
        _ = try counter.ask(till) { RecoveryAction.settleKnown($0) }
        world.advance(by: .seconds(600))
        #expect(counter.printers.connections == 0)
        #expect(counter.readers.connections.withLock { $0 } == 0)
    }

    @Test func withoutPaperItRestsAndGoesOnWhenThereIsSome() throws {
        counter.printers.state.withLock { $0.paper = .out }
        try counter.approve(1042)
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(600))
        guard case .atRest(let prints, let failure?) = printing(till) else {
            return #expect(Bool(false), "not at rest")
        }
        #expect(failure.code == "printer.paperOut" && prints.count == 2)
        counter.printers.state.withLock { $0.paper = .ok }
        world.advance(by: .seconds(90))
        #expect(counter.printers.sheets == 2)
        #expect(try counter.waiting == 0)
    }

    @Test func waitingForPaperWritesNothing() throws {
        counter.printers.state.withLock { $0.paper = .out }
        try counter.approve(1042)
        let till = try counter.start()
        let before = try counter.storage.read { try $0.journalHead() }
        try serve(till)
        world.advance(by: .seconds(3600))
        #expect(try counter.storage.read { try $0.journalHead() } == before)
    }

    @Test func aRestartGoesOnWithWhatWaits() throws {
        counter.printers.state.withLock { $0.isPlugged = false }
        try counter.approve(1042)
        var till: TillStores? = try counter.start()
        try serve(try #require(till))
        world.advance(by: .seconds(10))
        till = nil
        counter.printers.state.withLock { $0.isPlugged = true }
        let next = try counter.start()
        try counter.ask(next) { PrintSpoolAction.serveAll($0) }
        world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 2)
    }

    @Test func whatComesWhileItPrintsIsPrintedAfterwards() throws {
        try counter.approve(1042)
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(1))
        try counter.approve(1043)
        till.root.dispatch(.displayed(.ended(outcome: "approved")))
        world.advance(by: .seconds(20))
        #expect(counter.printers.sheets == 4)
        #expect(printing(till) != .underWay)
    }

    @Test func theEndOfAPaymentStartsThePrinterThatIsServed() throws {
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(1))
        try counter.approve(1042)
        till.root.dispatch(.displayed(.ended(outcome: "approved")))
        world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 2)
    }

    @Test(arguments: [PaymentDisplayEvent.ended(outcome: "approved"), .refused(.sample)])
    func whoServesAllServesPrintersThatComeLater(_ end: PaymentDisplayEvent) throws {
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serveAll($0) }
        world.advance(by: .seconds(1))
        try counter.approve(1042)
        till.root.dispatch(.displayed(end))
        world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 2)
        #expect(try counter.waiting == 0)
    }

    @Test func aPrinterIsFoundOnceTheDiskCanBeReadAgain() throws {
        let storage = BusyStorage(storage: counter.storage)
        let till = try counter.start(over: storage)
        try counter.ask(till) { PrintSpoolAction.serveAll($0) }
        world.run()
        try counter.approve(1042)
        storage.isBusy.withLock { $0 = true }
        till.root.dispatch(.displayed(.ended(outcome: "approved")))
        world.run()
        storage.isBusy.withLock { $0 = false }
        world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 2)
    }

    @Test func aPrinterThatIsDismissedIsTriedNoMore() throws {
        counter.printers.state.withLock { $0.paper = .out }
        try counter.approve(1042)
        let till = try counter.start()
        try serve(till)
        while printing(till) == .underWay { world.advance(by: .milliseconds(100)) }
        try counter.ask(till) { PrintSpoolAction.dismiss(printer: Counter.printer, $0) }
        counter.printers.state.withLock { $0.paper = .ok }
        world.advance(by: .seconds(600))
        #expect(counter.printers.sheets == 0)
        #expect(try counter.waiting == 2)
    }

    /// The printer is dismissed at the moment in which the next attempt begins.
    @Test func whatIsBeingPrintedComesToItsEndWhenItsPrinterIsDismissed() throws {
        try counter.approve(1042)
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(1))
        #expect(printing(till) == .underWay)
        try counter.ask(till) { PrintSpoolAction.dismiss(printer: Counter.printer, $0) }
        #expect(printing(till) == .underWay)
        world.advance(by: .seconds(10))
        guard case .atRest(let prints, nil) = printing(till) else { return #expect(Bool(false), "\(printing(till))") }
        #expect(prints.map(\.end) == [.confirmed, .confirmed])
        try counter.approve(1043)
        till.root.dispatch(.displayed(.ended(outcome: "approved")))
        world.advance(by: .seconds(60))
        #expect(counter.printers.sheets == 2)
        try serve(till)
        world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 4)
    }

    @Test func onePrinterDoesNotWaitForAnother() throws {
        let other = DeviceAddress(scheme: "test", path: "other")
        try counter.approve(1042)
        try counter.approve(1043, printer: other)
        let till = try counter.start()
        try serve(till)
        try serve(till, other)
        world.advance(by: UnpluggedPrinters.printTime * 2 + .milliseconds(1))
        #expect(counter.printers.sheets == 4)
    }

    @Test func aReprintWaitsForThePrinterToBeFree() throws {
        try counter.approve(1042)
        let till = try counter.start()
        try serve(till)
        world.advance(by: .milliseconds(3100))
        let reprint = try counter.ask(till) {
            PrintSpoolAction.reprint(ReceiptReference("last"), printer: Counter.printer, $0)
        }
        #expect(reprint.failure == nil)
        #expect(counter.printers.sheets == 3)
    }

    private func printCopies(_ copies: Int, of till: TillStores) throws(Failure) -> [PrintReport] {
        try counter.ask(till) {
            PrintSpoolAction.printCopies(ReceiptReference("last"), copies, printer: Counter.printer, $0)
        }
    }

    @Test func eachCopyHasItsOwnNumber() throws {
        try counter.approve(1042)
        let till = try counter.start()
        let marks = try printCopies(3, of: till).map(\.mark)
        #expect(marks.first == .original && marks.dropFirst().allSatisfy(\.isDuplicate) && Set(marks).count == 3)
        #expect(try printCopies(0, of: till).count == 1, "at least one")
        #expect(try printCopies(99, of: till).count == PrintSpoolAction.mostCopies)
    }

    @Test func afterACopyThatDidNotComeOutThereIsNoOther() throws {
        try counter.approve(1042)
        let till = try counter.start()
        counter.printers.state.withLock { $0.end = .unknown(.sample) }
        #expect(try printCopies(3, of: till).count == 1)
        #expect(counter.printers.sheets == 1)
    }

    /// The original goes with it; the receipt's other copy stays in its queue.
    @Test func aReprintElsewhereTakesTheOriginalFromWhereItWaits() throws {
        let other = DeviceAddress(scheme: "test", path: "other")
        try counter.approve(1042)
        let till = try counter.start()
        let report = try counter.ask(till) {
            PrintSpoolAction.reprint(ReceiptReference("last"), printer: other, $0)
        }
        #expect(report.printer == other && report.mark == .original)
        let waiting = try counter.storage.read { try $0.pendingPrintJobs(printer: Counter.printer.description) }
        #expect(waiting.count == 1 && waiting.first?.receipt != report.receipt)
    }

    /// The log entry names the payment, the receipt and the printer, and a failure by its code.
    @Test(arguments: [PrintResult.confirmed, .probably, .failed(.sample), .unknown(.sample)])
    func howEachPrintEndedIsLogged(_ end: PrintResult) throws {
        counter.printers.state.withLock { $0.end = end }
        try counter.approve(1042)
        let till = try counter.start()
        let report = try counter.ask(till) {
            PrintSpoolAction.reprint(ReceiptReference("last"), printer: Counter.printer, $0)
        }
        let failure = report.failure.map { [LogField.failure($0)] } ?? []
        let about: [LogField] = [
            .payment(PaymentID(rawValue: "pay-1042")), .receipt(report.receipt), .device(Counter.printer),
        ]
        let told = counter.log.entries.filter { [.receiptPrinted, .receiptNotPrinted].contains($0.event) }
        let event = failure.isEmpty ? LoggedEvent.receiptPrinted : .receiptNotPrinted
        #expect(told == [LogEntry(event, about + failure)])
    }

    /// A printer that cannot be asked only probably printed, and nobody says more than that.
    @Test func howAPrintEndedIsToldAsThePrinterSaysIt() {
        let said = [PrintResult.confirmed, .probably, .failed(.sample), .unknown(.sample)]
        #expect(said.map(PrintEnd.init) == [.confirmed, .probably, .failed(.sample), .unknown(.sample)])
    }

    /// A round that is asked for during another one does not interrupt it, and only one round runs at a time.
    @Test func askingTwiceMakesTwoRoundsOneAfterTheOther() throws {
        let probe = StoreProbe(TillState(), in: world) { state, event in state.reduce(event) }
        let printer = Counter.printer
        probe.store.effects(\.spool.printers) { printer, state, dispatch in
            let asked = state.spool.asked(printer)
            return Effect { [environment = probe.environment] in
                dispatch(.spool(.began(printer)))
                try? await environment.sleep(environment.uptime() + .seconds(1))
                dispatch(.spool(.rested(printer, asked: asked)))
            }
        }
        let (served, began) = (TillEvent.spool(.served(printer)), TillEvent.spool(.began(printer)))
        try probe.send(served) { $0.reduce(served) }
        try probe.receive(began) { $0.reduce(began) }
        try probe.send(served) { $0.reduce(served) }
        let name = "spool.printers \(printer)"
        try probe.effects(.begun(name))
        for (round, next) in [(1, [began]), (2, [])] {
            world.advance(by: .seconds(1))
            for event in [.spool(.rested(printer, asked: round))] + next {
                try probe.receive(event) { $0.reduce(event) }
            }
        }
        try probe.effects(.returned(name), .begun(name), .returned(name))
        try probe.finish()
    }

    @Test func theSameEventsGiveTheSameBytes() throws {
        let failure = Failure(PrinterFailure.paperOut, "No paper.", recovery: .askOperator)
        let events: [TillEvent] = [
            .spool(.served(Counter.printer)), .spool(.began(Counter.printer)),
            .spool(.halted(Counter.printer, failure)), .outbox(.served), .outbox(.began),
            .recovery(.found(PaymentID(rawValue: "pay-1"), terminal: Counter.terminal, mayAsk: true)),
            .device(.attached(DeviceIdentity(kind: .printer, address: Counter.printer))),
            .device(.notReady(Counter.printer, failure)),
        ]
        let states = (1...2).map { _ in events.reduce(into: TillState()) { $0.reduce($1) } }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = try states.map { try encoder.encode($0) }
        #expect(bytes[0] == bytes[1])
        #expect(try JSONDecoder().decode(TillState.self, from: bytes[0]) == states[0])
    }
}

// MARK: - Cut off

extension PrintSpoolTests {
    /// A payment's receipts wait, and a process is killed while it prints the first of them.
    private func cutOff() throws {
        try counter.approve(1042)
        try counter.storage.write { transaction in
            let first = try #require(try transaction.pendingPrintJobs(printer: nil).first)
            try transaction.claimPrint(id: first.id, at: counter.world.now)
        }
    }

    @Test func aPrintThatWasCutOffIsToldAndNamesItsPayment() throws {
        try cutOff()
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(20))
        #expect(till.prints.current.cutOff.map(\.payment?.rawValue) == ["pay-1042"])
        #expect(till.prints.current.cutOff.map(\.mark) == [.original])
        let told = try counter.storage.read { try $0.journalEntries(payment: PaymentID(rawValue: "pay-1042")) }
        let facts = try told.filter { $0.kind == "receipt.printed" }.map { try $0.decoded(as: PrintFact.self) }
        #expect(facts.map(\.end) == ["unknown", "confirmed"])
        #expect(facts.first?.failure?.code == PrintJob.cutOff.rawValue)
    }

    @Test func aReprintTellsOfWhatWasCutOffThereBefore() throws {
        try cutOff()
        let till = try counter.start()
        let listed = try counter.ask(till) { ReceiptAction.listReceipts(limit: 9, $0) }.receipts
        #expect(Set(listed.map(\.state)) == [.printing, .waiting])
        let merchants = try #require(listed.first { $0.receipt.copy == .merchant }).receipt.id.rawValue
        let report = try counter.ask(till) {
            PrintSpoolAction.reprint(ReceiptReference(merchants), printer: Counter.printer, $0)
        }
        #expect(report.mark == .original)
        world.run()
        #expect(till.prints.current.cutOff.count == 1)
    }

    @Test func untilItIsPrintedAgainAReceiptIsListedAsCutOff() throws {
        try cutOff()
        #expect(try counter.storage.read { try CutOffPrint.left(in: $0) }.map(\.isEnded) == [false])
        let till = try counter.start()
        try serve(till)
        world.advance(by: .seconds(20))
        let cutOff = try counter.ask(till) { ReceiptAction.listReceipts(limit: 9, $0) }.receipts
        #expect(Set(cutOff.map(\.state)) == [.cutOff, .printed])
        #expect(try counter.storage.read { try CutOffPrint.left(in: $0) }.map(\.isEnded) == [true])
        let receipt = try #require(cutOff.first { $0.state == .cutOff }).receipt
        let report = try counter.ask(till) {
            PrintSpoolAction.reprint(ReceiptReference(receipt.id.rawValue), printer: Counter.printer, $0)
        }
        #expect(report.mark.isDuplicate)
        #expect(try counter.storage.read { try CutOffPrint.left(in: $0) }.isEmpty)
        let printed = try counter.ask(till) { ReceiptAction.listReceipts(limit: 9, $0) }.receipts
        #expect(printed.allSatisfy { $0.state == .printed })
    }
}

extension PrintMark {
    fileprivate var isDuplicate: Bool { self != .original }
}
