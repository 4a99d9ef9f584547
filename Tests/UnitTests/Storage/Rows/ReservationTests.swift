import Foundation
import GRDB
import Model
import StorageInMemory
import Testing

@testable import Storage

/// A reservation ends once, by a booking or by a release, and never for more than its amount.
@Suite struct ReservationTests {
    private static let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))
    private static let reservation = PaymentID(rawValue: "res-1")

    private let storage: StorageManager
    private let memory = MemoryStorage { Sample.time }

    init() throws {
        storage = try StorageManager.inMemory()
        try insert(record("res-1", .reservation, 5000, Self.approved))
    }

    private var storages: [any StorageManagerType] { [storage, memory] }

    private func record(
        _ id: String, _ kind: TransactionKind, _ cents: Int64, _ outcome: PaymentOutcome?, order: Int64? = 1042,
        terminal: String = "a"
    ) -> PaymentRecord {
        PaymentRecord(
            id: PaymentID(rawValue: id), fingerprint: "", site: .embedded, order: order.map(OrderID.init(rawValue:)),
            amount: Sample.euros(cents), terminalAddress: terminal, stage: outcome == nil ? .sending : .settled,
            outcome: outcome, language: "de", createdAt: Sample.time, updatedAt: Sample.time, kind: kind,
            original: kind.endsReservation ? Self.reservation : nil)
    }

    private func insert(_ payment: PaymentRecord) throws {
        for storage in storages { try storage.write { try $0.insert(payment) } }
    }

    private func expectRefusal(of payment: PaymentRecord, _ conflict: StorageError.Conflict) {
        for storage in storages {
            #expect(throws: StorageError.conflict(conflict)) { try storage.write { try $0.insert(payment) } }
        }
    }

    private func standing() throws -> [[String]] {
        try storages.map { try $0.read { try $0.reservations() }.map(\.id.rawValue) }
    }

    @Test(arguments: [(.booking, 5000), (.booking, 1), (.release, 5000)] as [(TransactionKind, Int64)])
    func itIsEndedOnce(kind: TransactionKind, cents: Int64) throws {
        #expect(try standing() == [["res-1"], ["res-1"]])
        try insert(record("end-1", kind, cents, Self.approved))
        #expect(try standing() == [[], []])
        for other in [TransactionKind.booking, .release] {
            expectRefusal(
                of: record("end-2", other, 5000, nil), .givenBack(Self.reservation, left: Sample.euros(0)))
        }
    }

    @Test func whatMayHaveEndedItKeepsItFromBeingEndedAgain() throws {
        try insert(record("end-1", .release, 5000, .inDoubt(reason: "cable"), order: nil))
        expectRefusal(
            of: record("end-2", .booking, 1, nil, terminal: "b"), .givenBack(Self.reservation, left: Sample.euros(0)))
        #expect(try standing() == [["res-1"], ["res-1"]], "it stands until the contrary is known")
        for storage in storages {
            #expect(try storage.read { try $0.end(ofReservation: Self.reservation)?.id.rawValue } == "end-1")
        }
    }

    @Test func whatTheTerminalDeclinedLeavesItStanding() throws {
        try insert(record("end-1", .booking, 5000, .declined(code: 5, text: nil)))
        try insert(record("end-2", .booking, 4000, Self.approved))
    }

    @Test func noMoreIsBookedThanIsReservedAndOnlyTheWholeIsReleased() {
        let all = StorageError.Conflict.givenBack(Self.reservation, left: Sample.euros(5000))
        expectRefusal(of: record("end-1", .booking, 5001, nil), all)
        expectRefusal(of: record("end-1", .release, 4999, nil), all)
        expectRefusal(of: record("end-1", .release, 5001, nil), all)
    }

    @Test(arguments: [PaymentOutcome.declined(code: 5, text: nil), .inDoubt(reason: "cable")])
    func nothingIsBookedOfWhatIsNotReserved(outcome: PaymentOutcome) throws {
        let storages: [any StorageManagerType] = [try StorageManager.inMemory(), MemoryStorage { Sample.time }]
        for storage in storages {
            try storage.write { try $0.insert(record("res-1", .reservation, 5000, outcome)) }
            #expect(throws: StorageError.conflict(.givenBack(Self.reservation, left: Sample.euros(0)))) {
                try storage.write { try $0.insert(record("end-1", .booking, 1, nil, terminal: "b")) }
            }
        }
    }

    @Test(arguments: [TransactionKind.payment, .reservation])
    func anOrderThatIsReservedIsNotPaidOrReservedOtherwise(kind: TransactionKind) throws {
        expectRefusal(of: record("x", kind, 1250, nil), .orderReserved(Self.reservation))
        try insert(record("end-1", .release, 5000, Self.approved))
        try insert(record("x", kind, 1250, nil))
    }

    @Test func onlyAnApprovedReservationHoldsAnOrder() throws {
        let others: [(TransactionKind, PaymentOutcome)] = [
            (.reservation, .declined(code: 5, text: nil)), (.reservation, .cancelled(code: 0x6C)),
            (.payment, Self.approved),
        ]
        for (place, (kind, outcome)) in others.enumerated() {
            let order = Int64(place)
            try insert(record("past-\(place)", kind, 5000, outcome, order: order))
            try insert(record("next-\(place)", .payment, 5000, nil, order: order, terminal: "\(place)"))
        }
    }

    /// What the terminal booked is true, whatever happened to the order meanwhile.
    @Test func aTransactionIsOpenedAgainAlthoughItsOrderIsReservedOrPaid() throws {
        try insert(record("pay-1", .payment, 1250, .declined(code: 5, text: nil), order: 7))
        try insert(record("pay-2", .payment, 1250, .declined(code: 5, text: nil), order: 8, terminal: "b"))
        try insert(record("res-2", .reservation, 5000, Self.approved, order: 7))
        try insert(record("pay-3", .payment, 1250, Self.approved, order: 8))
        for storage in storages {
            try storage.write {
                try $0.markPaid(
                    order: OrderID(rawValue: 8), site: .embedded, by: PaymentID(rawValue: "pay-3"), at: Sample.time)
                try $0.reopen(record("pay-1", .payment, 1250, nil, order: 7), mayExceed: false)
                try $0.reopen(record("pay-2", .payment, 1250, nil, order: 8, terminal: "b"), mayExceed: false)
            }
            #expect(try storage.read { try $0.unsettledPayments() }.map(\.id.rawValue) == ["pay-1", "pay-2"])
        }
    }

    @Test func aTransactionIsNotOpenedAgainBesideAnotherOfItsOrderOrItsTerminal() throws {
        try insert(record("pay-1", .payment, 1250, .declined(code: 5, text: nil), order: 7))
        try insert(record("pay-2", .payment, 1250, .declined(code: 5, text: nil), order: 8, terminal: "b"))
        try insert(record("pay-3", .payment, 1250, nil, order: 7, terminal: "b"))
        let open = PaymentID(rawValue: "pay-3")
        for storage in storages {
            #expect(throws: StorageError.conflict(.order(open))) {
                try storage.write { try $0.reopen(record("pay-1", .payment, 1250, nil, order: 7), mayExceed: true) }
            }
            #expect(throws: StorageError.conflict(.terminal(open))) {
                try storage.write {
                    try $0.reopen(record("pay-2", .payment, 1250, nil, order: 8, terminal: "b"), mayExceed: true)
                }
            }
        }
    }

    @Test func anOrderThatIsPaidIsNotBooked() throws {
        for storage in storages {
            try storage.write {
                try $0.insert(record("pay-1", .payment, 1250, Self.approved, order: nil))
                try $0.markPaid(
                    order: OrderID(rawValue: 1042), site: .embedded, by: PaymentID(rawValue: "pay-1"), at: Sample.time)
            }
        }
        expectRefusal(of: record("end-1", .booking, 1250, nil), .orderPaid(PaymentID(rawValue: "pay-1")))
        try insert(record("end-1", .release, 5000, nil))
    }

    @Test func aBookingIsGivenBackAsAPaymentIsAndAReservationIsNot() throws {
        let booking = record("end-1", .booking, 3000, Self.approved)
        try insert(booking)
        let reservation = record("res-1", .reservation, 5000, Self.approved)
        for storage in storages {
            #expect(try storage.read { try $0.refundable(booking) } == Sample.euros(3000))
            #expect(try storage.read { try $0.refundable(reservation) } == Sample.euros(0))
        }
    }

    /// Even if the code forgets its check, the database refuses this.
    @Test(arguments: ["booking", "release"], ["NULL, 'sending'", "'approved', 'settled'", "'inDoubt', 'settled'"])
    func theSchemaRefusesASecondEnd(kind: String, end: String) throws {
        try insert(record("end-1", .booking, 1, Self.approved))
        #expect(throws: DatabaseError.self) {
            try storage.database.write {
                try $0.execute(
                    sql: """
                        INSERT INTO payments (id, fingerprint, site, terminal_address, amount_minor, currency, outcome_kind,
                            stage, language, created_at, updated_at, kind, original)
                        VALUES ('end-2', '', 0, 'x', 1, 'EUR', \(end), 'de', 0, 0, '\(kind)', 'res-1')
                        """)
            }
        }
    }

    @Test func rowsOfTheThirdSchemaStay() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "3")
        try queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO payments (id, fingerprint, site, order_id, terminal_address, amount_minor, currency, stage,
                        outcome, outcome_kind, language, created_at, updated_at)
                    VALUES ('pay-1', '', 0, 1042, 'x', 1250, 'EUR', 'settled', '{"approved":{"_0":{"resultCode":0}}}',
                        'approved', 'de', 0, 0);
                    INSERT INTO payments (id, fingerprint, site, order_id, terminal_address, amount_minor, currency, stage,
                        language, created_at, updated_at, kind, original)
                    VALUES ('ref-1', '', 0, 1042, 'x', 1250, 'EUR', 'sending', 'de', 0, 0, 'refund', 'pay-1');
                    """)
        }
        try Schema.migrator.migrate(queue)
        let read = try queue.read { try Session(database: $0) { Sample.time }.recentPayments(limit: 9) }
        #expect(read.map(\.kind) == [.refund, .payment])
    }
}
