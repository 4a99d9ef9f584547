import Flow
import Foundation
import Hardware
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// The table of payments is compared with the facts before money moves because of a row.
@Suite struct JournalledPaymentsTests {
    private let storage = MemoryStorage { PaymentIntent.sampleStart }
    private static let other = SiteID(rawValue: 7)
    private static let first = PaymentID(rawValue: "pay-1")

    private static func intent(
        _ id: String = "pay-1", key: String? = nil, site: SiteID = .embedded, order: Int64? = 1042,
        purpose: TransactionPurpose = .payment, terminal: String = "reader"
    ) -> PaymentIntent {
        PaymentIntent(
            payment: PaymentID(rawValue: id), purpose: purpose, key: key, fingerprint: id, site: site,
            order: order.map(OrderID.init(rawValue:)), orderNumber: nil, amount: .sample, tip: nil,
            terminal: DeviceAddress(scheme: "test", path: terminal),
            printer: DeviceAddress(scheme: "test", path: "printer"), terminalID: terminal, watermark: .receipt(41),
            language: "en", startedAt: PaymentIntent.sampleStart, utcOffset: 0)
    }

    private static func events(_ intent: PaymentIntent) -> [PaymentEvent] {
        [.intended(intent), .sending, .settled(.approved(.approved()))]
    }

    /// Writes the facts of a payment.
    private func tell(_ intent: PaymentIntent) throws {
        try storage.write { transaction in
            for event in Self.events(intent) {
                try transaction.append(kind: event.kind, payment: intent.payment, encoding: event)
            }
        }
    }

    /// Writes a row that agrees with the facts except for the change.
    private func write(_ intent: PaymentIntent, _ change: (inout PaymentRecord) -> Void = { _ in }) throws {
        guard let history = PaymentHistory(Self.events(intent)) else { return }
        var record = PaymentRecord(history, at: PaymentIntent.sampleStart)
        change(&record)
        try storage.write { [record] in try $0.insert(record) }
    }

    private func check(_ work: (JournalledPayments) throws -> Void) -> Failure? {
        do throws(StorageError) {
            try storage.read { try work(JournalledPayments(reader: $0)) }
            return nil
        } catch { return error.failure }
    }

    private func dearer(_ record: inout PaymentRecord) { record.amount = Money(minorUnits: 99_900, currency: .eur) }

    // MARK: One payment

    @Test func aRowThatIsAsTheFactsHaveItIsTold() throws {
        try tell(Self.intent())
        try write(Self.intent())
        let told = try storage.read { try JournalledPayments(reader: $0).payment(Self.first) }
        #expect(told?.isApproved == true)
        #expect(try storage.read { try JournalledPayments(reader: $0).payment(PaymentID(rawValue: "pay-2")) } == nil)
    }

    @Test func aRowWithoutFactsAndFactsWithoutARowAreContradictions() throws {
        try write(Self.intent())
        #expect(check { _ = try $0.payment(Self.first) } == .notInJournal(Self.first))
        let second = Self.intent("pay-2")
        try tell(second)
        #expect(check { _ = try $0.payment(second.payment) } == .notInTable(second.payment))
    }

    @Test func whatDiffersIsNamed() throws {
        try tell(Self.intent())
        try write(Self.intent()) {
            dearer(&$0)
            $0.terminalID = "another"
        }
        let failure = check { _ = try $0.payment(Self.first) }
        #expect(failure == .contradicted(Self.first, ["amount_minor", "terminal_id"]))
        #expect(failure?.sentence.contains("amount_minor and terminal_id differ.") == true)
    }

    // MARK: Columns

    private static func record(
        key: String? = "k", fingerprint: String = "print", site: SiteID = .embedded, order: Int64 = 1042,
        amount: Int64 = 1250, tip: Int64? = 100, address: String = "test:reader", terminal: String? = "1",
        stage: PaymentStage = .settled, result: Int = 42, outcome: PaymentOutcome = .approved(.approved()),
        created: Double = 0, kind: TransactionKind = .payment, original: String? = nil
    ) -> PaymentRecord {
        PaymentRecord(
            id: first, key: key, fingerprint: fingerprint, site: site, order: OrderID(rawValue: order),
            amount: Money(minorUnits: amount, currency: .eur),
            tip: tip.map { Money(minorUnits: $0, currency: .eur) }, terminalAddress: address, terminalID: terminal,
            stage: stage, result: .approved(receipt: result), outcome: outcome, language: "en",
            createdAt: Date(timeIntervalSince1970: created), updatedAt: Date(timeIntervalSince1970: 99), kind: kind,
            original: original.map(PaymentID.init(rawValue:)))
    }

    @Test(arguments: [
        (record(key: nil), "idempotency_key"), (record(fingerprint: "other"), "fingerprint"),
        (record(site: other), "site"), (record(order: 7), "order_id"), (record(amount: 1), "amount_minor"),
        (record(tip: nil), "tip_minor"), (record(address: "test:other"), "terminal_address"),
        (record(terminal: nil), "terminal_id"), (record(stage: .completed), "stage"), (record(result: 43), "result"),
        (record(outcome: .approved(.approved(receipt: 43))), "outcome"), (record(created: 1), "created_at"),
        (record(kind: .refund), "kind"), (record(original: "pay-0"), "original"),
    ])
    func eachColumnIsCompared(_ changed: PaymentRecord, _ column: String) {
        #expect(changed.columns(differingFrom: Self.record()) == [column])
        #expect(Self.record().columns(differingFrom: Self.record()) == [])
    }

    /// The result that was last told of a payment that did not take place may be anything.
    @Test func theResultIsComparedWhereItIsTheProof() {
        let declined = PaymentOutcome.declined(code: 5, text: nil)
        let changed = Self.record(result: 43, outcome: declined)
        #expect(changed.columns(differingFrom: Self.record(outcome: declined)) == [])
    }

    @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
    func namesAreListedAsAPersonDoes(_ names: [String], _ listed: String) {
        #expect(Sentence(all: names.map(Sentence.init(stored:))).text(in: .en) == listed)
    }

    // MARK: Refunds of a payment

    private static let refund = intent("ref-1", purpose: .refund(of: first), terminal: "second")

    @Test func allThatGivesAPaymentBackIsCompared() throws {
        for intent in [Self.intent(), Self.refund] {
            try tell(intent)
            try write(intent)
        }
        func found(_ id: PaymentID) throws -> PaymentRecord? {
            try storage.read { try JournalledPayments(reader: $0).paymentWithAllGivenBack(id) }
        }
        #expect(try found(Self.first)?.id == Self.first && found(PaymentID(rawValue: "pay-9")) == nil)
    }

    @Test func aRefundThatWasTakenOutOfTheTableIsMissed() throws {
        try tell(Self.intent())
        try write(Self.intent())
        try tell(Self.refund)
        let found = check { _ = try $0.paymentWithAllGivenBack(Self.first) }
        #expect(found == .notInTable(Self.refund.payment))
    }

    @Test func aRefundThatWasPutIntoTheTableIsNoticed() throws {
        try tell(Self.intent())
        try write(Self.intent())
        try write(Self.refund)
        let found = check { _ = try $0.paymentWithAllGivenBack(Self.first) }
        #expect(found == .notInJournal(Self.refund.payment))
    }

    // MARK: Orders and keys

    @Test func everyTransactionForAnOrderIsCompared() throws {
        let order = OrderID(rawValue: 1042)
        func found(_ site: SiteID = .embedded) -> Failure? { check { try $0.check(order: order, site: site) } }
        #expect(found() == nil)
        try tell(Self.intent(site: Self.other))
        #expect(found() == nil && found(Self.other) == .notInTable(Self.first), "only of that shop")
        try write(Self.intent("pay-2", terminal: "second"))
        #expect(found() == .notInJournal(PaymentID(rawValue: "pay-2")))
    }

    @Test func anOrderWhosePaymentWasTakenOutOfTheTableIsNotPaidAgain() throws {
        try tell(Self.intent())
        #expect(check { try $0.check(order: OrderID(rawValue: 1042), site: .embedded) } == .notInTable(Self.first))
        #expect(check { try $0.check(order: OrderID(rawValue: 1043), site: .embedded) } == nil)
    }

    @Test func aKeyWhosePaymentWasTakenOutOfTheTableIsNotUsedAgain() throws {
        try tell(Self.intent(key: "k-1"))
        #expect(check { try $0.check(key: "k-1") } == .notInTable(Self.first))
        #expect(check { try $0.check(key: "k-2") } == nil)
        try write(Self.intent(key: "k-1"))
        #expect(check { try $0.check(key: "k-1") } == nil)
    }
}
