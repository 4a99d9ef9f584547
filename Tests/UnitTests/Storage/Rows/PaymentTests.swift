import Foundation
import GRDB
import Model
import Testing

@testable import Storage

@Suite struct PaymentTests {
    private let storage: StorageManager

    init() throws {
        storage = try StorageManager.inMemory()
    }

    @Test func aPaymentIsReadAsItWasWritten() throws {
        var payment = Sample.payment(key: "k-1")
        try insert(payment)
        payment.stage = .resulted
        payment.result = result()
        payment.outcome = .approved(result())
        payment.terminalID = "52500039"
        payment.watermark = 18
        payment.updatedAt = Sample.later
        try storage.write { try $0.update(payment) }
        #expect(try storage.read { try $0.payment(id: payment.id) } == payment)
        #expect(try storage.read { try $0.payment(key: "k-1") } == payment)
        #expect(try storage.read { try $0.payment(key: "k-2") } == nil)
    }

    @Test(arguments: [
        PaymentOutcome.approved(TransactionResult(resultCode: 0)), .declined(code: 5, text: "Nein"),
        .declined(code: 5, text: nil),
        .cancelled(code: 0x6C), .reversed(nil), .reversed(TransactionResult(resultCode: 0)),
        .notCharged(reason: "never sent"), .inDoubt(reason: "cable"),
    ])
    func everyOutcomeIsReadAsItWasWritten(outcome: PaymentOutcome) throws {
        try insert(Sample.payment(stage: .settled, outcome: outcome))
        let read = try #require(try storage.read { try $0.payment(id: PaymentID(rawValue: "pay-1")) })
        #expect(read.outcome == outcome)
        #expect(read.isOpen == !outcome.isFinal)
        #expect(try storage.read { try $0.unsettledPayments().isEmpty } == outcome.isFinal)
    }

    @Test func theSameKeyIsRefusedNamingThePayment() throws {
        try insert(Sample.payment("pay-1", key: "k", order: 1))
        expect(
            .key(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-2", key: "k", order: 2, terminal: "b"))
    }

    @Test func anOrderHasOneOpenPayment() throws {
        try insert(Sample.payment("pay-1", terminal: "a"))
        expect(.order(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-2", terminal: "b"))
    }

    @Test func theSameOrderNumberOfAnotherShopIsAnotherOrder() throws {
        try insert(Sample.payment("pay-1", terminal: "a"))
        try insert(Sample.payment("pay-2", site: SiteID(rawValue: 8), terminal: "b"))
    }

    @Test func aTerminalHasOneOpenPayment() throws {
        try insert(Sample.payment("pay-1", order: 1))
        expect(.terminal(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-2", order: 2))
        expect(.terminal(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-3", order: nil))
    }

    @Test func aTerminalWithTwoAddressesHasOneOpenPayment() throws {
        try insert(Sample.payment("pay-1", order: 1))
        var other = Sample.payment("pay-2", order: 2, terminal: "tcp:10.0.0.7:22000")
        other.terminalID = "52500038"
        expect(.terminal(PaymentID(rawValue: "pay-1")), inserting: other)
        other.terminalID = nil
        try insert(other)
    }

    @Test func aPaymentInDoubtKeepsItsOrderAndTerminalBlocked() throws {
        try insert(Sample.payment("pay-1", stage: .settled, outcome: .inDoubt(reason: "cable")))
        expect(.order(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-2", terminal: "b"))
        expect(.terminal(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-3", order: 7))
    }

    @Test func aDeclinedPaymentMakesWayForTheNext() throws {
        try insert(Sample.payment("pay-1", stage: .settled, outcome: .declined(code: 5, text: nil)))
        try insert(Sample.payment("pay-2"))
        let attempts = try storage.read { try $0.payments(order: OrderID(rawValue: 1042), site: .embedded) }
        #expect(attempts.map(\.id.rawValue) == ["pay-1", "pay-2"])
    }

    @Test func aPaidOrderTakesNoFurtherPayment() throws {
        try insert(Sample.payment("pay-1", stage: .settled, outcome: .approved(result())))
        try storage.write {
            try $0.markPaid(
                order: OrderID(rawValue: 1042), site: .embedded, by: PaymentID(rawValue: "pay-1"), at: Sample.time)
        }
        expect(.orderPaid(PaymentID(rawValue: "pay-1")), inserting: Sample.payment("pay-2"))
    }

    @Test func aSettledPaymentCannotChange() throws {
        var payment = Sample.payment(stage: .settled, outcome: .approved(result()))
        try insert(payment)
        payment.outcome = .notCharged(reason: "no")
        #expect(throws: StorageError.conflict(.settled(payment.id))) { try storage.write { try $0.update(payment) } }
    }

    @Test func aPaymentInDoubtCanBeResolved() throws {
        var payment = Sample.payment(stage: .settled, outcome: .inDoubt(reason: "cable"))
        try insert(payment)
        payment.outcome = .approved(result())
        try storage.write { try $0.update(payment) }
        #expect(try storage.read { try $0.unsettledPayments() }.isEmpty)
    }

    @Test func anUnknownPaymentCannotBeUpdated() throws {
        #expect(throws: StorageError.missing(.payment, id: "pay-1")) {
            try storage.write { try $0.update(Sample.payment()) }
        }
    }

    @Test func whatIsUnsettledIsListedOldestFirst() throws {
        try insert(Sample.payment("pay-1", order: 1, terminal: "a"))
        try insert(Sample.payment("pay-2", order: 2, terminal: "b", stage: .settled, outcome: .cancelled(code: 1)))
        try insert(Sample.payment("pay-3", order: 3, terminal: "c", stage: .completed, outcome: .approved(result())))
        #expect(try storage.read { try $0.unsettledPayments() }.map(\.id.rawValue) == ["pay-1", "pay-3"])
        #expect(try storage.read { try $0.unsettledPayment(terminalAddress: "c") }?.id.rawValue == "pay-3")
        #expect(try storage.read { try $0.unsettledPayment(terminalAddress: "b") } == nil)
        #expect(try storage.read { try $0.recentPayments(limit: 2) }.map(\.id.rawValue) == ["pay-3", "pay-2"])
    }

    @Test func noMorePaymentsAreReadThanAreAskedFor() throws {
        for number in 1...3 {
            try insert(
                Sample.payment("pay-\(number)", order: Int64(number), stage: .settled, outcome: .cancelled(code: 1)))
        }
        let last = PaymentID(rawValue: "pay-3")
        for (limit, count) in [(-1, 0), (0, 0), (1, 1), (2, 2)] {
            #expect(try storage.read { try $0.recentPayments(limit: limit) }.count == count)
            #expect(try storage.read { try $0.payments(before: last, limit: limit) }.count == count)
        }
    }

    /// Even if the code forgets its check, the database refuses a second open payment.
    @Test(arguments: ["order_id, 'x'", "order_id + 1, terminal_address"])
    func theSchemaRefusesASecondOpenPayment(columns: String) throws {
        try insert(Sample.payment())
        #expect(throws: DatabaseError.self) {
            try storage.database.write {
                try $0.execute(
                    sql: """
                        INSERT INTO payments (id, fingerprint, site, order_id, terminal_address, amount_minor, currency, stage,
                            language, created_at, updated_at)
                        SELECT 'pay-2', '', site, \(columns), 1, 'EUR', 'intended', 'de', 0, 0 FROM payments
                        """)
            }
        }
    }

    @Test func aCurrencyThatDoesNotExistIsDamage() throws {
        try insert(Sample.payment())
        try storage.database.write { try $0.execute(sql: "UPDATE payments SET currency = 'XXQ'") }
        #expect(
            throws: StorageError.corrupt(reason: "row 1 of the table payments does not hold a currency in currency")
        ) {
            try storage.read { try $0.payment(id: PaymentID(rawValue: "pay-1")) }
        }
    }

    private func insert(_ payment: PaymentRecord) throws {
        try storage.write { try $0.insert(payment) }
    }

    private func expect(
        _ conflict: StorageError.Conflict, inserting payment: PaymentRecord,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: StorageError.conflict(conflict), sourceLocation: location) { try insert(payment) }
    }

    private func result() -> TransactionResult {
        var result = TransactionResult(resultCode: 0)
        result.amountMinor = 1250
        result.receiptNumber = 18
        result.panLastDigits = "4242"
        result.technology = .contactless
        return result
    }
}
