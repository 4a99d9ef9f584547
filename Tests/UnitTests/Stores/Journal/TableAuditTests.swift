import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Single rows beside the journal that say something else than it does, or only seem to.
@Suite struct TableAuditTests {
    private let counter: Counter
    private static let site = SiteID(rawValue: 7)
    private static let unknown = PaymentID(rawValue: "pay-none")
    private static let paid = PaymentID(rawValue: "pay-1042")
    private static let tenEuros = Money(minorUnits: 1000, currency: .eur)

    init() throws {
        counter = try Counter()
        try counter.approve(1042, at: Self.site)
    }

    private func differences(in table: String) throws -> [JournalDifference] {
        try counter.storage.read { JournalVerification.differences(in: $0) }.filter { $0.table == table }
    }

    // MARK: What shops are told

    private func rows(_ code: String) throws -> [String] {
        let found = try differences(in: "outbox")
        #expect(found.allSatisfy { $0.said.code == code }, "\(found)")
        return found.compactMap(\.row).sorted()
    }

    private func tell(_ message: some OutboxMessage) throws {
        counter.world.advance(by: .seconds(1))
        try counter.storage.write { try message.enqueue(in: $0, at: counter.world.now) }
    }

    private func paid(
        _ payment: PaymentID = Self.paid, order: Int64 = 1042, at site: SiteID = Self.site, _ amount: Money = .sample
    ) -> OrderPaid {
        OrderPaid(
            site: site, order: OrderID(rawValue: order), payment: payment, amount: amount, transactionID: "1",
            paidAt: counter.world.now)
    }

    private func refunded(_ payment: PaymentID, by refund: PaymentID) -> OrderRefunded {
        OrderRefunded(
            site: Self.site, order: OrderID(rawValue: 1042), payment: payment, refund: refund, amount: .sample,
            refundedAt: counter.world.now)
    }

    private func reopened(_ payment: PaymentID) -> OrderReopened {
        OrderReopened(
            site: Self.site, order: OrderID(rawValue: 1042), payment: payment, reopenedAt: counter.world.now)
    }

    @Test(arguments: [site, .embedded]) func anotherAmountIsNamedWhicheverShopIsTold(_ site: SiteID) throws {
        try tell(paid())
        #expect(try rows("").isEmpty)
        try tell(paid(at: site, Self.tenEuros))
        #expect(try rows("difference.outbox.otherAmount").count == 1)
    }

    @Test func aPaymentOfAnotherOrderIsNamed() throws {
        try tell(paid(order: 1043))
        #expect(try rows("difference.outbox.unknown").count == 1)
    }

    /// Each transaction of a message is looked for.
    @Test func aTransactionThatNoJournalTellsIsNamed() throws {
        try tell(reopened(Self.paid))
        for payment in [Self.paid, Self.unknown] { try tell(refunded(payment, by: Self.unknown)) }
        try tell(refunded(Self.unknown, by: Self.paid))
        try tell(reopened(Self.unknown))
        try tell(paid(Self.unknown))
        let found = try rows("difference.outbox.unknown")
        #expect(found.count == 5 && !found.contains("order.reopened-pay-1042"), "\(found)")
    }

    @Test func aMessageOfAPaymentThatCannotBeReadIsNamed() throws {
        let kinds = [OrderPaid.kind, OrderRefunded.kind, OrderReopened.kind]
        try counter.storage.write { transaction in
            for kind in kinds + [OrderCreated.kind, OrderChanged.kind, NoteAdded.kind, ReceiptMail.kind] {
                try transaction.enqueueOutbox(id: kind, kind: kind, payload: Data(), at: counter.world.now)
            }
        }
        #expect(try rows("difference.outbox.unreadable") == kinds.sorted())
    }

    /// A person had typed another amount and withdrew that: what the shop was told then stays in the outbox.
    @Test func whatWasToldOfAnEarlierSettlementIsNoDifference() throws {
        let evidence = OperatorEvidence(
            .booked(receipt: 42, trace: 123, amount: Self.tenEuros), words: "its journal", operatorName: "Anna")
        let withdrawn: [PaymentEvent] = [
            .sending, .operatorSettled(evidence, .approved(.approved(amount: 1000))),
            .operatorWithdrew(words: "mistyped", operatorName: "Anna"),
        ]
        let other = DeviceAddress(scheme: "test", path: "other")
        try counter.write(withdrawn, 1043, at: Self.site)
        try counter.write(withdrawn + [.settled(.approved(.approved()))], 1044, at: Self.site, terminal: other)
        for order in [1043, 1044] as [Int64] {
            try tell(paid(PaymentID(rawValue: "pay-\(order)"), order: order, Self.tenEuros))
        }
        #expect(try rows("").isEmpty)
    }

    // MARK: Other tables

    /// An order that was made at this till is named as people know it.
    @Test func anOrderThatOnlyTheTableCallsPaidIsNamedByItsNumber() throws {
        try counter.storage.write { transaction in
            try transaction.unmarkPaid(order: OrderID(rawValue: 1042), site: Self.site)
            try transaction.markPaid(
                order: OrderID(rawValue: -5), site: Self.site, by: Self.paid, at: counter.world.now)
        }
        let found = try differences(in: "paid_orders")
        let named = ["order": "L5", "payment": "pay-1042"]
        #expect(found.first { $0.row == "-5" }?.said == Sentence("difference.order.notPaid", named))
        #expect(found.first { $0.row == "1042" }?.said.code == "difference.order.notNoted" && found.count == 2)
    }

    @Test func aTerminalThatIsNotedForATransactionOfNoJournalIsNamed() throws {
        let noted = [RepeatedKinds.Example(kind: .refund, payment: Self.unknown)]
        try counter.storage.write { try $0.setSetting("terminal.repeats 29001234", to: noted) }
        let named = ["terminal": "29001234", "payment": "pay-none"]
        #expect(try differences(in: "settings").map(\.said) == [Sentence("difference.settings.notRepeated", named)])
        #expect(try differences(in: "settings").map(\.row) == ["terminal.repeats 29001234"])
    }

    @Test func anEndOfDayThatIsNotNotedAsOpenIsNamed() throws {
        let id = EndOfDayID(rawValue: "eod-1")
        let intent = EndOfDayIntent(
            id: id, terminal: TerminalName(address: Counter.terminal, id: nil), language: "en",
            startedAt: counter.world.now)
        _ = try EndOfDayJournal(storage: counter.storage).write(.intended(intent), of: id)
        #expect(try differences(in: "settings").isEmpty)
        try counter.storage.write { try $0.removeSetting("endOfDay.open eod-1") }
        #expect(try differences(in: "settings").map(\.said.code) == ["difference.settings.dayNotNoted"])
        #expect(try differences(in: "settings").map(\.row) == ["eod-1"])
    }
}
