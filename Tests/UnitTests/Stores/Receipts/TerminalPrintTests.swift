import Failures
import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Receipts of payments at a terminal that prints them on its own printer.
@Suite struct TerminalPrintTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    private static let approved = PaymentEvent.settled(.approved(TransactionResult(resultCode: 0)))

    private func jobs(of order: Int64) throws -> [PrintJob] {
        try counter.storage.read { reader in
            try reader.receipts(payment: PaymentID(rawValue: "pay-\(order)")).flatMap {
                try reader.printJobs(receipt: $0.id)
            }
        }
    }

    @Test func sumupIOSSDK190_whatTheTerminalPrintsTheTillDoesNot() throws {
        try counter.write([Self.approved], 1042, isPrintedByTerminal: true)
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serveAll($0) }
        counter.world.advance(by: .seconds(600))
        #expect(try counter.waiting == 0 && counter.printers.connections == 0)
        let jobs = try jobs(of: 1042)
        #expect(jobs.map(\.printer) == Array(repeating: Counter.terminal.description, count: 2))
        #expect(jobs.allSatisfy { $0.state == .probably && $0.mark == .original })
        let facts = try counter.storage.read { reader in
            try reader.journalEntries(kind: PrintFact.kind, limit: 10).map { try $0.decoded(as: PrintFact.self) }
        }
        #expect(facts.count == 2 && facts.allSatisfy(\.isByTerminal), "no print of the till's printers")
    }

    @Test func whatTheTillPrintsAfterTheTerminalIsMarked() throws {
        try counter.write([Self.approved], 1042, isPrintedByTerminal: true)
        let till = try counter.start()
        let receipt = ReceiptReference(try #require(try jobs(of: 1042).first).receipt.rawValue)
        #expect {
            try counter.ask(till) { PrintSpoolAction.print(receipt, printer: Counter.printer, $0) }
        } throws: { ($0 as? Failure)?.is(ReceiptFailure.printedBefore) == true }
        let report = try counter.ask(till) { PrintSpoolAction.reprint(receipt, printer: Counter.printer, $0) }
        guard case .duplicate(1, _) = report.mark else { return #expect(Bool(false), "\(report.mark)") }
        #expect(counter.printers.sheets == 1)
    }

    /// The terminal may have printed it, or have lost its power before.
    @Test func ofAPaymentWhoseLineBrokeNobodyKnowsWhetherItIsOnPaper() throws {
        try counter.write([.disturbed(.sample), Self.approved], 1042, isPrintedByTerminal: true)
        let jobs = try jobs(of: 1042)
        #expect(jobs.count == 2)
        #expect(jobs.allSatisfy { $0.state == .unknown })
        let till = try counter.start()
        let report = try counter.ask(till) {
            PrintSpoolAction.reprint(ReceiptReference(jobs[0].receipt.rawValue), printer: Counter.printer, $0)
        }
        #expect(report.mark != .original)
    }

    /// Of what was refused a terminal prints nothing, and terminals differ in what they print of a decline.
    @Test func onlyAnApprovalIsNotedAsPrinted() throws {
        let declined = PaymentOutcome.declined(code: DeviceCode(zvt: 0x05), text: nil)
        try counter.write([.settled(declined)], 1042, isPrintedByTerminal: true)
        #expect(try jobs(of: 1042).isEmpty)
        #expect(
            try !counter.storage.read { try $0.receipts(payment: PaymentID(rawValue: "pay-1042")) }.isEmpty,
            "it can be printed")
    }

    /// Then it is a mistake that is refused, and not a till without a printer.
    @Test func aPrinterAtTheTerminalsAddressIsNotForgotten() {
        let devices = PaymentDevices(terminal: Counter.terminal, printer: Counter.terminal)
        #expect(devices.paper == Counter.terminal)
    }

    @Test func anEndOfDayThatTheTerminalDemandsIsNotPrintedThere() {
        var request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: Counter.terminal, printer: Counter.terminal)
        request.isPrintedByTerminal = true
        #expect(EndOfDayRequest(for: request).printer == nil)
        request.printer = Counter.printer
        #expect(EndOfDayRequest(for: request).printer == Counter.printer)
    }

    @Test func noPrinterIsAskedForPaperBeforeSuchAPayment() {
        var request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: Counter.terminal, printer: Counter.printer)
        let kinds: [ReceiptTemplates.Kind] = [.orderReceipt, .merchantCopy]
        #expect(MerchantProfile.test.printers(of: kinds, for: request) == [Counter.printer])
        request.isPrintedByTerminal = true
        #expect(MerchantProfile.test.printers(of: kinds, for: request).isEmpty)
        request.isPrintedByTerminal = false
        request.leavesReceiptToPayer = true
        #expect(MerchantProfile.test.printers(of: kinds, for: request).isEmpty)
    }

    /// Journals know nothing of it unless it is so, and those of before read as before.
    @Test func anIntentSaysItOnlyWhereItIsSo() throws {
        func written(_ isPrinted: Bool) throws -> (text: String, read: PaymentIntent) {
            try counter.write([Self.approved], isPrinted ? 1 : 2, isPrintedByTerminal: isPrinted)
            let entry = try #require(
                try counter.storage.read { try $0.journalEntries(from: 1, limit: 100) }.last {
                    $0.kind.contains("intended")
                })
            let text = String(decoding: entry.payload, as: UTF8.self)
            let history = try counter.storage.read {
                try StoredLedger.history(PaymentID(rawValue: "pay-\(isPrinted ? 1 : 2)"), in: $0)
            }
            return (text, try #require(history).intent)
        }
        let (plain, ours) = try written(false)
        #expect(!plain.contains("terminalPrints") && !ours.isPrintedByTerminal)
        let (text, its) = try written(true)
        #expect(text.contains("terminalPrints") && its.isPrintedByTerminal)
    }
}
