import Foundation
import GRDB
import Model
import StorageInMemory
import Testing

@testable import Storage

/// No sequence of refunds returns more than was paid.
@Suite struct GivingBackTests {
    private let storage: StorageManager
    private let memory = MemoryStorage { Sample.time }

    init() throws {
        storage = try StorageManager.inMemory()
        for storage in storages {
            try storage.write {
                try $0.insert(Sample.payment(stage: .settled, outcome: .approved(TransactionResult(resultCode: 0))))
            }
        }
    }

    private var storages: [any StorageManagerType] { [storage, memory] }

    private func refund(
        _ id: String, _ cents: Int64,
        _ outcome: PaymentOutcome? = .approved(TransactionResult(resultCode: 0)),
        kind: TransactionKind = .refund, terminal: String = "serial:/dev/ttyUSB0", site: SiteID = .embedded,
        currency: Currency = .eur
    ) -> PaymentRecord {
        PaymentRecord(
            id: PaymentID(rawValue: id), fingerprint: "refund", site: site, order: OrderID(rawValue: 1042),
            amount: Money(minorUnits: cents, currency: currency), terminalAddress: terminal,
            stage: outcome == nil ? .sending : .settled,
            outcome: outcome, language: "de", createdAt: Sample.time, updatedAt: Sample.time, kind: kind,
            original: PaymentID(rawValue: "pay-1"))
    }

    private func expectNoMore(_ left: Int64, inserting payment: PaymentRecord) {
        let conflict = StorageError.conflict(.givenBack(PaymentID(rawValue: "pay-1"), left: Sample.euros(left)))
        for storage in storages {
            #expect(throws: conflict) { try storage.write { try $0.insert(payment) } }
        }
    }

    private func insert(_ payment: PaymentRecord) throws {
        for storage in storages { try storage.write { try $0.insert(payment) } }
    }

    @Test func aRefundIsReadAsItWasWritten() throws {
        try insert(refund("ref-1", 500))
        for storage in storages {
            #expect(try storage.read { try $0.givingBack(PaymentID(rawValue: "pay-1")) } == [refund("ref-1", 500)])
            #expect(try storage.read { try $0.payment(id: PaymentID(rawValue: "ref-1")) } == refund("ref-1", 500))
        }
    }

    @Test func refundsAreNoAttemptsToPayTheirOrder() throws {
        try insert(refund("ref-1", 500))
        for storage in storages {
            let attempts = try storage.read { try $0.payments(order: OrderID(rawValue: 1042), site: .embedded) }
            #expect(attempts.map(\.id.rawValue) == ["pay-1"])
        }
    }

    @Test func partsAreGivenBackUntilNothingIsLeft() throws {
        try insert(refund("ref-1", 1000))
        expectNoMore(250, inserting: refund("ref-2", 251))
        try insert(refund("ref-3", 250))
        expectNoMore(0, inserting: refund("ref-4", 1))
    }

    @Test(arguments: [nil, PaymentOutcome.inDoubt(reason: "cable")])
    func whatIsInDoubtCountsAsGivenBack(outcome: PaymentOutcome?) throws {
        try insert(refund("ref-1", 1000, outcome))
        expectNoMore(250, inserting: refund("ref-2", 251, terminal: "b"))
    }

    @Test func whatTheTerminalDeclinedDoesNotCount() throws {
        try insert(refund("ref-1", 1000, .declined(code: 5, text: nil)))
        try insert(refund("ref-2", 1250))
    }

    @Test func nothingThatTakesMoneyGivesBack() {
        for kind in [TransactionKind.payment, .reservation] {
            expectNoMore(1250, inserting: refund("ref-1", 1, kind: kind))
        }
    }

    @Test func onlyAWholePaymentIsReversed() throws {
        expectNoMore(1250, inserting: refund("rev-1", 1249, kind: .reversal))
        try insert(refund("ref-1", 1))
        expectNoMore(1249, inserting: refund("rev-2", 1250, kind: .reversal))
    }

    @Test func nothingIsGivenBackInAnotherCurrencyOrByAnotherShop() throws {
        let currency = try #require(Currency(code: "CHF"))
        expectNoMore(1250, inserting: refund("ref-1", 1, currency: currency))
        expectNoMore(1250, inserting: refund("rev-1", 1250, kind: .reversal, currency: currency))
        for storage in storages {
            #expect(throws: StorageError.conflict(.otherSite(PaymentID(rawValue: "pay-1")))) {
                try storage.write { try $0.insert(refund("ref-1", 1, site: SiteID(rawValue: 8))) }
            }
        }
    }

    /// The terminal says later that it booked a refund that seemed to be declined.
    @Test func onlyWhatTheTerminalReportedMayExceedThePaymentWhenItIsOpenedAgain() throws {
        try insert(refund("ref-1", 1000, .declined(code: 5, text: nil)))
        try insert(refund("ref-2", 251))
        for storage in storages {
            #expect(throws: StorageError.conflict(.givenBack(PaymentID(rawValue: "pay-1"), left: Sample.euros(999)))) {
                try storage.write { try $0.reopen(refund("ref-1", 1000, nil), mayExceed: false) }
            }
            try storage.write {
                try $0.reopen(refund("ref-1", 1000, nil), mayExceed: true)
                try $0.update(refund("ref-1", 1000))
                // It is part of the sum already.
                try $0.reopen(refund("ref-1", 1000, nil), mayExceed: false)
            }
            #expect(try storage.read { try $0.unsettledPayments() }.map(\.id.rawValue) == ["ref-1"])
        }
    }

    @Test func nothingIsGivenBackOfAPaymentThatIsNotApproved() throws {
        for (place, outcome) in [PaymentOutcome.declined(code: 5, text: nil), .inDoubt(reason: "cable")].enumerated() {
            let payment = Sample.payment(
                "pay-\(place + 2)", order: nil, terminal: "t\(place)", stage: .settled, outcome: outcome)
            try insert(payment)
            for storage in storages {
                #expect(try storage.read { try $0.refundable(payment) } == .zero(.eur))
            }
        }
    }

    @Test func ofAPaymentOfWhichMoreWasGivenBackThanWasPaidNothingIsLeft() throws {
        let refunds = ["ref-1", "ref-2"]
        for id in refunds { try insert(refund(id, 1, nil, terminal: id)) }
        for storage in storages {
            try storage.write { for id in refunds { try $0.update(refund(id, Money.mostMinorUnits, terminal: id)) } }
            let payment = try #require(try storage.read { try $0.payment(id: PaymentID(rawValue: "pay-1")) })
            #expect(try storage.read { try $0.refundable(payment) } == .zero(.eur))
        }
    }

    @Test func anOrderGivenBackAsAWholeIsRefunded() throws {
        for storage in storages {
            try storage.write {
                try $0.save([Sample.order(status: .processing)], fetchedAt: Sample.time)
                try $0.markPaid(
                    order: OrderID(rawValue: 1042), site: .embedded, by: PaymentID(rawValue: "pay-1"), at: Sample.time)
            }
        }
        try insert(refund("ref-1", 1000))
        try expectOrder(.processing)
        try insert(refund("ref-2", 250, nil))
        try expectOrder(.processing)
        for storage in storages { try storage.write { try $0.update(refund("ref-2", 250)) } }
        try expectOrder(.refunded)
    }

    private func expectOrder(_ status: OrderStatus) throws {
        for storage in storages {
            let order = try storage.read { try $0.order(id: OrderID(rawValue: 1042), site: .embedded)?.order }
            #expect(order?.status == status)
        }
    }

    /// Even if the code forgets its check, the database refuses this.
    @Test(arguments: [1251, 9_000_000_000_000_000_000])
    func theSchemaRefusesToGiveBackMoreThanWasPaid(cents: Int64) throws {
        #expect(throws: DatabaseError.self) {
            try storage.database.write {
                try $0.execute(
                    sql: """
                        INSERT INTO payments (id, fingerprint, site, terminal_address, amount_minor, currency, stage,
                            language, created_at, updated_at, kind, original)
                        VALUES ('ref-1', '', 0, 'x', \(cents), 'EUR', 'sending', 'de', 0, 0, 'refund', 'pay-1')
                        """)
            }
        }
    }

    @Test func paymentsOfTheFirstSchemaArePayments() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "1")
        try queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO payments (id, fingerprint, site, terminal_address, amount_minor, currency, stage,
                        language, created_at, updated_at)
                    VALUES ('pay-1', '', 0, 'x', 1250, 'EUR', 'sending', 'de', 0, 0)
                    """)
        }
        try Schema.migrator.migrate(queue)
        let read = try queue.read {
            try Session(database: $0) { Sample.time }.payment(id: PaymentID(rawValue: "pay-1"))
        }
        #expect(read?.kind == .payment)
        #expect(read?.original == nil)
    }
}
