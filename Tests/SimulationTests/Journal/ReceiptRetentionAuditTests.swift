import Flow
import Foundation
import Model
import Simulator
import Storage
import Testing

@testable import Payments
@testable import Stores

/// After receipts were dropped because they were old, the journal still verifies, and commands say where they went.
@Suite struct ReceiptRetentionAuditTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill
    private let payment: PaymentID

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
        payment = try #require(till.pay(order: 1042)).get().payment
        _ = till.giveBack(.refund(of: payment, .euros(100)))
        _ = till.printPending()
        _ = till.endDay()
        _ = till.printPending()
    }

    private func drop(keeping newest: Int = 0) {
        var retention = Retention(deliveredNews: nil, cachedOrders: nil, receipts: 400)
        (retention.fewestReceiptOwners, retention.newestReceipts) = (1, newest)
        retention.apply(to: kiosk.storage, now: kiosk.world.now + 401 * 86_400)
    }

    private func verify() throws -> JournalVerification { try JournalAudit.run(kiosk.storage) }

    private func load(_ name: String) throws -> Result<StoredReceipt, Failure> {
        try #require(till.ask { ReceiptAction.loadReceipt(ReceiptReference(name), $0) })
    }

    private func receipts() throws -> Int { try kiosk.storage.read { try $0.receipts(limit: .max) }.count }

    @Test func whatWasDroppedByRuleIsNotMissed() throws {
        let before = try receipts()
        #expect(before >= 4)
        drop(keeping: 1)
        #expect(try receipts() < before)
        let found = try verify()
        #expect(found.differences == [] && found.isIntact)
    }

    /// The same rows, deleted by somebody else.
    @Test func whatSomebodyDeletedIsMissed() throws {
        try kiosk.tamper("DELETE FROM print_jobs; DELETE FROM receipts")
        #expect(try verify().differences.contains { $0.table == "receipts" })
    }

    @Test func whatSomebodyDeletedOfAYoungPaymentIsMissedAfterADropToo() throws {
        drop(keeping: 1)
        kiosk.world.advance(by: .seconds(500 * 86_400))
        _ = till.pay(order: 1043)
        #expect(try verify().isIntact)
        try kiosk.tamper(
            "DELETE FROM print_jobs WHERE receipt IN (SELECT id FROM receipts WHERE order_number = '1043');"
                + "DELETE FROM receipts WHERE order_number = '1043'")
        #expect(try verify().differences.contains { $0.table == "receipts" })
    }

    /// A fact that only the setting tells, and not the journal, excuses nothing.
    @Test func aSettingAloneExcusesNothing() throws {
        try kiosk.storage.write { try $0.setSetting("receipts.dropped", to: Int64(1)) }
        try kiosk.tamper("DELETE FROM print_jobs; DELETE FROM receipts")
        #expect(try verify().differences.contains { $0.table == "receipts" })
    }

    @Test func aReceiptThatHasGoneIsNamedWithWhatToDo() throws {
        let id = try load("1042").get().id
        drop()
        let failure = try #require(load("1042").failure)
        #expect(failure.code == "receipt.dropped")
        #expect(failure.sentence.contains(payment.rawValue))
        #expect(failure.remedy?.contains("till why") == true)
        let unknown = try #require(load(id.rawValue).failure)
        #expect(unknown.code == "receipt.notFound" && unknown.remedy?.contains("not kept any more") == true)
        #expect(try load("4711").failure?.code == "receipt.notFound", "it never had one")
    }

    @Test func thePaymentIsStillExplainedAndPaidBack() throws {
        drop()
        let told = try #require(
            till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }
        ).get()
        #expect(told.isFinal && told.prints.isEmpty && told.unprintedText == nil)
        let refund = try #require(till.giveBack(.refund(of: payment, .euros(50)))).get()
        #expect(refund.outcome.word == "approved")
        #expect(try verify().isIntact)
    }
}
