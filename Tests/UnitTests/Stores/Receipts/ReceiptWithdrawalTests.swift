import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Receipts of a settlement that a person has withdrawn.
@Suite struct ReceiptWithdrawalTests {
    private let counter: Counter
    private let payment = PaymentID(rawValue: "pay-1042")

    init() throws { counter = try Counter() }

    private static func booked(_ receipt: Int) -> PaymentEvent {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace, result.amountMinor) = (receipt, receipt * 10, Money.sample.minorUnits)
        let statement = OperatorEvidence.Statement.booked(receipt: receipt, trace: receipt * 10, amount: .sample)
        return .operatorSettled(OperatorEvidence(statement, words: "read", operatorName: "Anna"), .approved(result))
    }

    private static let withdrew = PaymentEvent.operatorWithdrew(words: "misread", operatorName: "Anna")
    private static let notBooked = PaymentEvent.operatorSettled(
        OperatorEvidence(.notBooked(newestReceipt: 9), words: "read", operatorName: "Anna"), .notCharged(reason: "read")
    )

    /// Settles a payment as booked, prints its originals, withdraws the settlement, and adds these facts.
    private func withdrawnOnPaper(_ more: PaymentEvent...) throws -> TillStores {
        try counter.write([.sending, Self.booked(77)], 1042)
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        counter.world.advance(by: .seconds(30))
        #expect(counter.printers.sheets == 2)
        try append([Self.withdrew] + more)
        return till
    }

    private func append(_ events: [PaymentEvent]) throws {
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        var history = try #require(try counter.storage.read { try StoredLedger.history(payment, in: $0) })
        for event in events {
            counter.world.advance(by: .milliseconds(1))
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    /// Leaves the state after an upgrade from Till 0.1.0: the payment is settled again, and no receipt was composed for
    /// that.
    private func settleWithoutReceipts(_ event: PaymentEvent) throws {
        var history = try #require(try counter.storage.read { try StoredLedger.history(payment, in: $0) })
        history.apply(event)
        try counter.storage.write { transaction in
            try transaction.append(kind: event.kind, payment: payment, encoding: event)
            try transaction.update(PaymentRecord(history, at: counter.world.now))
        }
    }

    private func receiptNumber(of receipt: StoredReceipt) -> Int? {
        guard case .composed(let status, .approved) = receipt.document.card else { return nil }
        return status.receiptNumber
    }

    private func reprint(_ till: TillStores, _ name: String) throws -> Failure? {
        do throws(Failure) {
            _ = try counter.ask(till) {
                PrintSpoolAction.reprint(ReceiptReference(name), printer: Counter.printer, $0)
            }
            return nil
        } catch { return error }
    }

    private func listed(_ till: TillStores) throws -> [ListedReceipt] {
        try counter.ask(till) { ReceiptAction.listReceipts(limit: 10, $0) }.receipts
    }

    @Test(arguments: ["last", "id"]) func aWithdrawnReceiptIsPrintedNoMore(_ name: String) throws {
        let till = try withdrawnOnPaper(Self.notBooked)
        let receipts = try listed(till)
        #expect(receipts.map(\.state) == [.withdrawn, .withdrawn])
        let asked = name == "id" ? try #require(receipts.first).receipt.id.rawValue : name
        #expect(try reprint(till, asked)?.code == "receipt.withdrawn")
        #expect(counter.printers.sheets == 2)
        let prints = try counter.ask(till) { ReceiptAction.listPrints(ReceiptReference(asked), $0) }
        #expect(prints.count == 1, "its paper is there all the same")
        #expect(throws: Failure.self) {
            try counter.ask(till) { ReceiptAction.generateContent(ReceiptReference(asked), columns: 48, $0) }
        }
    }

    @Test func mistypedNumbersAreOnNoReceiptOnceTheRightOnesAreTyped() throws {
        let till = try withdrawnOnPaper(Self.booked(78))
        #expect(try reprint(till, "last") == nil)
        let newest = try #require(try listed(till).first { $0.receipt.stands })
        #expect(receiptNumber(of: newest.receipt) == 78)
        #expect(try listed(till).map(\.state).filter { $0 == .withdrawn }.count == 2)
    }

    @Test func whatSaysTheSameAgainStandsAgainAndIsNotPrintedTwice() throws {
        let till = try withdrawnOnPaper(Self.booked(77))
        counter.world.advance(by: .seconds(60))
        #expect(counter.printers.sheets == 2, "it has its receipts")
        #expect(try listed(till).count == 2)
        #expect(try listed(till).allSatisfy { $0.state == .printed })
    }

    /// The shop's order is of these goods now.
    private func order(_ goods: String?) throws -> [OrderLine] {
        let lines = goods.map { [OrderLine(name: $0, quantity: 1, total: .sample)] } ?? []
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur,
            lines: lines, taxes: [], total: .sample)
        try counter.storage.write { try $0.save([order], fetchedAt: counter.world.now) }
        return lines
    }

    @Test(arguments: ["Tea", nil]) func aReceiptOfOtherGoodsDoesNotStandAgain(_ goods: String?) throws {
        _ = try order("Coffee")
        let till = try withdrawnOnPaper()
        let lines = try order(goods)
        try append([Self.booked(77)])
        let standing = try listed(till).filter(\.receipt.stands)
        #expect(standing.map(\.receipt.document.lines) == [lines, lines])
    }

    /// Cached orders are dropped after a while (`[retention]`), and a receipt that is composed then lists no goods.
    @Test func aReceiptStandsAgainThoughItsOrderIsNotCachedAnyMore() throws {
        let lines = try order("Coffee")
        let till = try withdrawnOnPaper()
        try counter.storage.write { try $0.dropOrders(site: .embedded) }
        try append([Self.booked(77)])
        counter.world.advance(by: .seconds(60))
        #expect(counter.printers.sheets == 2, "it has its receipts")
        let receipts = try listed(till)
        #expect(receipts.count == 2)
        #expect(receipts.allSatisfy { $0.state == .printed && $0.receipt.document.lines == lines })
    }

    @Test func theReceiptThatStandsIsFoundThoughANewerOneWasWithdrawn() throws {
        let till = try withdrawnOnPaper(Self.booked(78), Self.withdrew, Self.booked(77))
        #expect(try reprint(till, "last") == nil)
        let standing = try listed(till).filter(\.receipt.stands)
        #expect(standing.compactMap { receiptNumber(of: $0.receipt) } == [77, 77])
    }

    @Test func whichReceiptStandsIsKnownOnAFullDiskToo() throws {
        _ = try withdrawnOnPaper(Self.booked(78))
        let storage = FullStorage(storage: counter.storage)
        let till = try counter.start(over: storage)
        let receipts = try listed(till)
        let standing = try #require(receipts.first { $0.receipt.stands && $0.receipt.copy == .customer }).receipt
        let old = try #require(receipts.first { !$0.receipt.stands && $0.receipt.copy == .customer }).receipt
        storage.isFull.withLock { $0 = true }
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) {
                ReceiptAction.generateContent(ReceiptReference(old.id.rawValue), columns: 48, $0)
            }
        }
        #expect(failure?.code == "receipt.withdrawn" && failure?.remedy?.contains("\(standing.id)") == true)
    }

    @Test func aReceiptThatAnOlderReleaseDidNotComposeIsComposedWhenItIsAskedFor() throws {
        let till = try withdrawnOnPaper()
        try settleWithoutReceipts(Self.booked(78))
        let withdrawn = try listed(till)
        #expect(withdrawn.map(\.state) == [.withdrawn, .withdrawn])
        #expect(try reprint(till, "last") == nil)
        #expect(counter.printers.sheets == 3)
        let standing = try listed(till).filter(\.receipt.stands)
        #expect(standing.map { receiptNumber(of: $0.receipt) } == [78, 78])
        #expect(Set(standing.map(\.receipt.copy)) == Set(ReceiptCopy.allCases))
        let old = try #require(withdrawn.first { $0.receipt.copy == .customer }).receipt
        let new = try #require(standing.first { $0.receipt.copy == .customer }).receipt
        #expect(try reprint(till, old.id.rawValue)?.remedy?.contains("till reprint \(new.id)") == true)
    }

    @Test func aReceiptThatAnOlderReleaseKeptForTheSameNumbersIsPrintedAsADuplicate() throws {
        let till = try withdrawnOnPaper()
        try settleWithoutReceipts(Self.booked(77))
        #expect(try reprint(till, "last") == nil)
        let prints = try counter.ask(till) { ReceiptAction.listPrints(ReceiptReference("last"), $0) }
        #expect(prints.map { $0.job.mark == .original } == [true, false])
    }

    @Test func aPaymentThatAnOlderReleaseSettledAsNotBookedGetsNoReceipt() throws {
        let till = try withdrawnOnPaper()
        try settleWithoutReceipts(Self.notBooked)
        #expect(try reprint(till, "last")?.code == "receipt.withdrawn")
        #expect(try listed(till).map(\.state) == [.withdrawn, .withdrawn])
    }

    @Test func whatWaitsOfAWithdrawnReceiptDoesNotComeOut() throws {
        try counter.write([.sending, Self.booked(77)], 1042)
        #expect(try counter.waiting == 2)
        try append([Self.withdrew])
        #expect(try counter.waiting == 0)
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        counter.world.advance(by: .seconds(60))
        #expect(counter.printers.sheets == 0)
        let fact = try counter.storage.read { try $0.journalEntries(payment: payment) }.last {
            $0.kind == WithdrawalFact.kind
        }
        let told = try #require(fact).decoded(as: WithdrawalFact.self)
        #expect(told.receipts.count == 2 && told.voidedPrints.count == 2)
        let explained = try counter.ask(till) { JournalAction.explainPayment(reference: "pay-1042", $0) }
        #expect(explained.facts.contains { $0.text(in: .en).contains("withdrawn") })
    }

    @Test func aPrintThatFailsAfterTheWithdrawalIsNotQueuedAgain() throws {
        try counter.write([.sending, Self.booked(77)], 1042)
        counter.printers.state.withLock { $0.end = .failed(.sample) }
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        counter.world.advance(by: .seconds(1))
        try append([Self.withdrew])
        counter.printers.state.withLock { $0.end = .confirmed }
        counter.world.advance(by: .seconds(60))
        #expect(try counter.waiting == 0)
        #expect(counter.printers.sheets == 1, "the one that was under way")
    }
}
