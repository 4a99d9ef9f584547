import Failures
import Flow
import Foundation
import Hardware
import Model
import Receipts
import Testing

@testable import Payments
@testable import Storage
@testable import Stores

/// Receipts that may have been printed after the backup was made from which the till was restored.
@Suite struct RestoredPrintTests {
    private let counter: Counter
    private static let approved = PaymentEvent.settled(.approved(TransactionResult(resultCode: 0)))

    init() throws { counter = try Counter() }

    /// A receipt that the customer did not want on paper before the backup was made.
    private func restoredWithoutPaper() throws -> StoredReceipt {
        try counter.approve(1042)
        let receipt = try #require(try receipts(of: 1042).first)
        _ = try counter.storage.write { try $0.waivePrints(receipt: receipt.id) }
        try counter.restore()
        return receipt
    }

    private func receipts(of order: Int64) throws -> [StoredReceipt] {
        try counter.storage.read { try $0.receipts(payment: PaymentID(rawValue: "pay-\(order)")) }
    }

    /// The marks of all prints of these receipts that came out, in the order of the receipts.
    private func marks(_ receipts: [StoredReceipt]) throws -> [Int?] {
        try counter.storage.read { reader in
            try receipts.flatMap { try reader.printJobs(receipt: $0.id) }.filter { $0.state == .confirmed }
                .map(\.mark.duplicateNumber)
        }
    }

    private func printAll(for seconds: Int = 60) throws {
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serveAll($0) }
        counter.world.advance(by: .seconds(seconds))
    }

    /// The customer wanted no paper, and somebody printed it after the backup was made.
    @Test func whatTheBackupHadNotPrintedIsADuplicateAfterTheRestore() throws {
        let receipt = try restoredWithoutPaper()
        let till = try counter.start()
        let reference = ReceiptReference(receipt.id.rawValue)
        let report = try counter.ask(till) { PrintSpoolAction.print(reference, printer: Counter.printer, $0) }
        #expect(report.mark.duplicateNumber == 1)
        #expect(counter.printers.sheets == 1)
        #expect(try counter.storage.read { try $0.doubtfulPrintJobs() }.isEmpty, "a later print came out")
        #expect {
            try counter.ask(till) { PrintSpoolAction.print(reference, printer: Counter.printer, $0) }
        } throws: { ($0 as? Failure)?.is(ReceiptFailure.printedBefore) == true }
    }

    @Test func aReprintAfterTheRestoreIsADuplicate() throws {
        let receipt = try restoredWithoutPaper()
        let till = try counter.start()
        let reports = try counter.ask(till) {
            PrintSpoolAction.printCopies(ReceiptReference(receipt.id.rawValue), 2, printer: Counter.printer, $0)
        }
        #expect(reports.map(\.mark.duplicateNumber) == [1, 2])
    }

    /// The payment ended after the backup was made, and both receipts were printed then.
    @Test func theReceiptsOfAPaymentThatWasOpenInTheBackupAreDuplicates() throws {
        try counter.write([.sending], 1042)
        try counter.restore()
        let payment = PaymentID(rawValue: "pay-1042")
        var history = try #require(try counter.storage.read { try StoredLedger.history(payment, in: $0) })
        history.apply(Self.approved)
        try StoredLedger.sample(counter.storage, counter.world).write(Self.approved, of: history)
        try printAll()
        #expect(try marks(receipts(of: 1042)) == [1, 1])
        let told = try counter.storage.read { try $0.journalEntries(payment: payment) }
        let facts = try told.filter { $0.kind == PrintFact.kind }.map { try $0.decoded(as: PrintFact.self) }
        #expect(facts.map(\.end) == ["unknown", "confirmed", "unknown", "confirmed"])
        #expect(facts[0].failure?.is(PrinterFailure.restored) == true)
        #expect(facts[0].sentence(in: .en).contains("after the backup"))
    }

    @Test func whatWaitedForAPrinterComesOutAsADuplicate() throws {
        try counter.approve(1042)
        try counter.restore()
        try printAll()
        #expect(try marks(receipts(of: 1042)) == [1, 1])
        #expect(counter.printers.sheets == 2)
    }

    /// Nobody has set the clock of the new machine yet.
    @Test func aPaymentThatIsBegunAfterTheRestoreHasOriginals() throws {
        try counter.approve(1042)
        try counter.restore(behind: 86_400)
        try counter.approve(1043)
        try printAll()
        #expect(try marks(receipts(of: 1043)) == [nil, nil])
        #expect(try marks(receipts(of: 1042)) == [1, 1])
    }

    /// Releases before did not write how far the backup's journal went.
    @Test func theTimeDecidesWhereTheJournalDoesNotTellHowFarTheBackupWent() throws {
        try counter.approve(1042)
        counter.world.advance(by: .seconds(60))
        let now = counter.world.now
        try counter.storage.write { try RestoredJournal.begin(madeAt: now, at: now, in: $0) }
        try counter.approve(1043)
        try printAll()
        #expect(try marks(receipts(of: 1042)) == [1, 1])
        #expect(try marks(receipts(of: 1043)) == [nil, nil])
    }

    /// Its slip may have come out after the backup was made.
    @Test(arguments: [true, false])
    func theSlipOfAnEndOfDayThatWasOpenInTheBackupIsADuplicate(isOpen: Bool) throws {
        let terminal = TerminalName(address: Counter.terminal, id: "29001234")
        let day = EndOfDayID(rawValue: "eod-1")
        let intent = EndOfDayIntent(id: day, terminal: terminal, language: "en", startedAt: counter.world.now)
        if isOpen { try EndOfDayJournal(storage: counter.storage).write(.intended(intent), of: day) }
        try counter.restore()
        let report = EndOfDayReport(
            id: day, terminal: terminal, startedAt: counter.world.now, outcome: .closed, totals: nil,
            reconciliation: Reconciliation(ExpectedTotals(currency: .eur), nil, []), through: 1,
            texts: [TerminalText(copy: nil, lines: [PrintedLine("Kassenschnitt")], endsReceipt: true)])
        let slip = EndOfDaySlip(report: report, language: "en", merchantProfile: .test)
        try counter.storage.write {
            try slip.write(to: $0, printer: Counter.printer, at: counter.world.now) { "\($0)-1" }
        }
        try printAll()
        let receipt = try #require(try counter.storage.read { try $0.receipt(id: ReceiptID(rawValue: "rcp-1")) })
        #expect(try marks([receipt]) == [isOpen ? 1 : nil])
    }
}
