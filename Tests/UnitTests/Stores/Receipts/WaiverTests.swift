import Failures
import Flow
import FlowProbe
import Foundation
import Hardware
import Model
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// Receipts that were to be printed and are on no paper stay a task until they are printed or somebody does without them.
@Suite struct WaiverTests {
    private let counter: Counter
    private let till: TillStores
    private static let anna = Requester(caller: "kiosk", operatorID: "op-1", operatorName: "Anna")

    init() throws {
        counter = try Counter()
        try counter.approve(1042)
        till = try counter.start()
    }

    private func unprinted() throws -> [UnprintedReceipt] {
        try counter.ask(till) { ReceiptAction.listUnprinted($0) }
    }

    private func customers() throws -> ReceiptID {
        try #require(try unprinted().first { $0.receipt.copy == .customer }?.receipt.id)
    }

    private func waive(_ receipt: ReceiptID) -> Failure? {
        do throws(Failure) {
            try counter.ask(till) {
                PrintSpoolAction.waive(ReceiptReference(receipt.rawValue), by: Self.anna, $0)
            }
            return nil
        } catch { return error }
    }

    @Test func whatWaitsIsATaskUntilItIsPrinted() throws {
        #expect(try unprinted().map(\.receipt.copy.rawValue).sorted() == ["customer", "merchant"])
        #expect(try unprinted().first?.payment?.amount == .sample)
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        counter.world.advance(by: .seconds(10))
        #expect(try unprinted().isEmpty)
    }

    @Test func aWaivedReceiptIsNoTaskAndIsNotPrinted() throws {
        let receipt = try customers()
        #expect(waive(receipt) == nil)
        #expect(try unprinted().map(\.receipt.copy) == [.merchant])
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        counter.world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 1)
        #expect(try counter.storage.read { try $0.printJobs(receipt: receipt) }.map(\.state) == [.voided])
    }

    @Test func theJournalSaysWhoDidWithoutIt() throws {
        let receipt = try customers()
        #expect(waive(receipt) == nil)
        let explanation = try counter.ask(till) { JournalAction.explainPayment(reference: "pay-1042", $0) }
        let fact = try #require(explanation.facts.first { $0.kind == WaiverFact.kind })
        #expect(fact.by == Self.anna)
        #expect(fact.text(in: .en).contains("Anna"))
        let audit = try counter.ask(till) { JournalAction.verify(kept: [], publicKey: nil, replays: true, $0) }
        #expect(audit.isIntact, "\(audit)")
    }

    @Test func whatDoesNotWaitCannotBeWaived() throws {
        let receipt = try customers()
        #expect(waive(receipt) == nil)
        let before = try counter.storage.read { try $0.journalHead() }
        #expect(waive(receipt)?.code == "receipt.notWaiting")
        #expect(waive(ReceiptID(rawValue: "rcp-NONE"))?.code == "receipt.notFound")
        #expect(try counter.storage.read { try $0.journalHead() } == before)
    }

    @Test func aWaivedReceiptCanStillBePrintedWithoutAMark() throws {
        let receipt = try customers()
        #expect(waive(receipt) == nil)
        let report = try counter.ask(till) {
            PrintSpoolAction.print(ReceiptReference(receipt.rawValue), printer: Counter.printer, $0)
        }
        #expect(report.mark == .original && report.failure == nil)
    }

    // MARK: While it is being printed

    private func states(_ receipt: ReceiptID) throws -> [PrintState] {
        try counter.storage.read { try $0.printJobs(receipt: receipt) }.map(\.state)
    }

    /// Another process takes the printer.
    private func takePrinter() throws -> any DeviceLock { try counter.locks.take(printer: Counter.printer) }

    /// Asks for paper, and goes on at once.
    private func want(_ receipt: ReceiptID, again: Bool = false) -> PrintAnswer {
        let (answer, named) = (PrintAnswer(), ReceiptReference(receipt.rawValue))
        let reply = Reply<PrintReport> { answer.set($0) }
        till.manager.dispatch(
            again
                ? PrintSpoolAction.reprint(named, printer: Counter.printer, reply)
                : .print(named, printer: Counter.printer, reply))
        counter.world.run()
        return answer
    }

    @Test func whatIsBeingPrintedCannotBeWaivedAndNeitherCanWhatWaitsBesideIt() throws {
        let receipt = try customers()
        let printer = try takePrinter()
        try counter.storage.write { transaction in
            let waiting = try #require(try transaction.printJobs(receipt: receipt).first)
            try transaction.claimPrint(id: waiting.id, at: counter.world.now)
            try transaction.enqueuePrint(
                receipt: receipt, printer: Counter.printer.description, at: counter.world.now)
        }
        let before = try counter.storage.read { try $0.journalHead() }
        let refusal = waive(receipt)
        #expect(refusal?.code == "receipt.beingPrinted" && refusal?.remedy != nil)
        #expect(try states(receipt) == [.printing, .pending], "nothing was changed")
        #expect(try counter.storage.read { try $0.journalHead() } == before)
        printer.release()
    }

    @Test func aPrintWhoseProcessDiedIsNotBeingPrintedAnyMore() throws {
        let receipt = try customers()
        try counter.storage.write { transaction in
            let waiting = try #require(try transaction.printJobs(receipt: receipt).first)
            try transaction.claimPrint(id: waiting.id, at: counter.world.now)
            try transaction.enqueuePrint(
                receipt: receipt, printer: Counter.printer.description, at: counter.world.now)
        }
        #expect(waive(receipt) == nil)
        #expect(try states(receipt) == [.unknown, .voided])
        #expect(waive(receipt)?.code == "receipt.notWaiting")
    }

    /// The print was begun by a process that died, and that cannot be written down.
    @Test func aDiskThatIsFullIsNotToldAsAReceiptThatIsBeingPrinted() throws {
        let receipt = try customers()
        try counter.storage.write { transaction in
            let waiting = try #require(try transaction.printJobs(receipt: receipt).first)
            try transaction.claimPrint(id: waiting.id, at: counter.world.now)
        }
        let storage = FullStorage(storage: counter.storage)
        let full = try counter.start(over: storage)
        storage.isFull.withLock { $0 = true }
        let failure = #expect(throws: Failure.self) {
            try counter.ask(full) {
                PrintSpoolAction.waive(ReceiptReference(receipt.rawValue), by: Self.anna, $0)
            } as Void
        }
        #expect(failure?.code == "storage.diskFull")
        #expect(try states(receipt) == [.printing])
    }

    @Test(arguments: [false, true]) func aPrintThatWaitsForItsTurnAtThePrinterIsTakenBack(_ again: Bool) throws {
        let receipt = try customers()
        let printer = try takePrinter()
        let wanted = want(receipt, again: again)
        counter.world.advance(by: .milliseconds(600))
        #expect(wanted.failure == nil && waive(receipt) == nil)
        printer.release()
        counter.world.advance(by: .seconds(10))
        #expect(wanted.failure?.code == "receipt.waived")
        #expect(wanted.failure?.remedy?.contains("till receipts print \(receipt)") == true)
        #expect(counter.printers.sheets == 0)
        #expect(try states(receipt) == [.voided], "and nothing is queued in its place")
    }

    @Test func whoeverWantsItAfterwardsHasIt() throws {
        let receipt = try customers()
        let printer = try takePrinter()
        let before = want(receipt)
        #expect(waive(receipt) == nil)
        let afterwards = want(receipt)
        printer.release()
        counter.world.advance(by: .seconds(20))
        // It depends on who has the printer first: the print that was taken back is not made, or finds that it has been made.
        #expect(["receipt.waived", "receipt.printedBefore"].contains(before.failure?.code))
        #expect(afterwards.report?.mark == .original && afterwards.report?.failure == nil)
        #expect(counter.printers.sheets == 1)
    }

    /// A kiosk's receipts wait in no queue: what failed is noted.
    @Test func whatCouldNotBePrintedIsATaskOnce() throws {
        let receipt = try customers()
        #expect(waive(receipt) == nil)
        let offline = Failure(PrinterFailure.offline, "The printer is off.", recovery: .askOperator)
        for _ in 0..<2 {
            try counter.ask(till) {
                PrintSpoolAction.noteUnprinted(
                    ReceiptReference(receipt.rawValue), printer: Counter.printer, because: offline, $0)
            }
        }
        let task = try #require(try unprinted().last { $0.receipt.id == receipt })
        #expect(task.print.state == .failed && task.print.failureCode == "printer.offline")
        #expect(try counter.storage.read { try $0.printJobs(receipt: receipt) }.map(\.state) == [.voided, .failed])
        let told = try counter.storage.read { try $0.journalEntries(payment: PaymentID(rawValue: "pay-1042")) }
        let facts = try told.filter { $0.kind == PrintFact.kind }.map { try $0.decoded(as: PrintFact.self) }
        #expect(facts.map(\.receipt) == [receipt] && facts.map(\.end) == ["failed"] && facts[0].failure == offline)
        _ = try counter.ask(till) {
            PrintSpoolAction.print(ReceiptReference(receipt.rawValue), printer: Counter.printer, $0)
        }
        #expect(try !unprinted().contains { $0.receipt.id == receipt })
    }
}

private final class PrintAnswer: Sendable {
    private let stored = Mutex<Result<PrintReport, Failure>?>(nil)

    func set(_ value: Result<PrintReport, Failure>) { stored.withLock { $0 = value } }
    var report: PrintReport? { try? stored.withLock { $0 }?.get() }
    var failure: Failure? {
        guard case .failure(let failure)? = stored.withLock({ $0 }) else { return nil }
        return failure
    }
}
