import Flow
import Foundation
import GRDB
import Model
import Simulator
import Payments
import Testing

@testable import Storage

/// Somebody edits the tables with sqlite3. Where the journal contradicts them, no money is moved: nothing is sent.
@Suite struct ContradictedTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill
    private let payment: PaymentID

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
        payment = try #require(till.pay(order: 1042)).get().payment
    }

    /// Expects a refusal that names the contradiction, and no request to the terminal.
    private func expectRefused(
        _ subjects: PaymentRequest.Subject..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = kiosk.requests
        for subject in subjects {
            let failure = till.take(subject)?.failure
            #expect(failure?.code == "journal.contradicted", "\(subject)", sourceLocation: sourceLocation)
            #expect(failure?.sentence.contains("Nothing was sent") == true, sourceLocation: sourceLocation)
            #expect(failure?.remedy?.contains("till journal verify") == true, sourceLocation: sourceLocation)
        }
        #expect(kiosk.requests == before, "nothing was sent", sourceLocation: sourceLocation)
    }

    private var backOfPayment: [PaymentRequest.Subject] {
        [.giveBack(.refund(of: payment, nil)), .giveBack(.reversal(of: payment))]
    }

    // MARK: Refunds and reversals

    @Test(arguments: [
        "amount_minor = 99900", "currency = 'USD'", "kind = 'booking'", "site = 7", "order_id = 1043", "tip_minor = 5",
        "terminal_address = 'serial:/dev/other'", "terminal_id = '11111111'",
        "outcome = replace(outcome, '\"receiptNumber\":', '\"receiptNumber\":1')",
        "result = '{\"resultCode\":5}'", "created_at = created_at + 1",
    ])
    func anEditedPaymentIsNotGivenBack(_ edit: String) throws {
        try kiosk.tamper("UPDATE payments SET \(edit) WHERE id = '\(payment)'")
        for subject in backOfPayment { expectRefused(subject) }
        #expect(kiosk.truth.givenBack.isEmpty)
    }

    @Test func aDeclinedPaymentThatIsCalledApprovedIsNotGivenBack() throws {
        kiosk.changeTerminal { $0.outcomes = [.decline] }
        let declined = try #require(till.pay(order: 1043)).get().payment
        kiosk.changeTerminal { _ in }
        try kiosk.tamper(
            """
            UPDATE payments SET (outcome, outcome_kind, result) =
                (SELECT outcome, outcome_kind, result FROM payments WHERE id = '\(payment)') WHERE id = '\(declined)'
            """)
        expectRefused(.giveBack(.refund(of: declined, nil)), .giveBack(.reversal(of: declined)))
    }

    @Test func aPaymentWithoutItsRowIsNotGivenBack() throws {
        try kiosk.tamper("DELETE FROM paid_orders; DELETE FROM payments WHERE id = '\(payment)'")
        for subject in backOfPayment { expectRefused(subject) }
    }

    @Test func aPaymentThatTheJournalDoesNotKnowIsNotGivenBack() throws {
        try kiosk.tamper(
            """
            CREATE TEMP TABLE forged AS SELECT * FROM payments WHERE id = '\(payment)';
            UPDATE payments SET id = 'pay-forged' WHERE id = '\(payment)'
            """)
        expectRefused(.giveBack(.refund(of: PaymentID(rawValue: "pay-forged"), nil)))
    }

    @Test(arguments: [
        "DELETE FROM payments WHERE id = '%'", "UPDATE payments SET amount_minor = 1 WHERE id = '%'",
        "UPDATE payments SET original = NULL WHERE id = '%'",
        "UPDATE payments SET outcome = '{\"notCharged\":{\"reason\":\"\"}}', outcome_kind = 'notCharged' WHERE id = '%'",
    ])
    func aRefundThatIsTakenOutOfTheTablesStillCounts(_ edit: String) throws {
        let refund = try #require(till.giveBack(.refund(of: payment, .euros(1000)))).get().payment
        try kiosk.tamper(edit.replacing("%", with: refund.rawValue))
        expectRefused(.giveBack(.refund(of: payment, nil)), .giveBack(.refund(of: payment, .euros(151))))
        #expect(kiosk.truth.givenBack.map(\.entry.amountMinor) == [1000])
    }

    // MARK: Reservations and orders

    @Test func anEditedReservationIsNeitherBookedNorReleased() throws {
        let reserved = try #require(till.reserve(order: 1043)).get().payment
        try kiosk.tamper("UPDATE payments SET amount_minor = 99900 WHERE id = '\(reserved)'")
        expectRefused(.book(reserved, .all), .book(reserved, .only(.euros(1))), .release(reserved))
    }

    @Test func aReservationIsNotBookedAgainWhereItsBookingWasDeleted() throws {
        let reserved = try #require(till.reserve(order: 1043)).get().payment
        let booking = try #require(till.take(.book(reserved, .all))).get().payment
        try kiosk.tamper("DELETE FROM paid_orders; DELETE FROM payments WHERE id = '\(booking)'")
        expectRefused(.book(reserved, .all), .release(reserved))
    }

    @Test(arguments: [
        "DELETE FROM paid_orders; DELETE FROM payments",
        "DELETE FROM paid_orders; UPDATE payments SET order_id = NULL",
        """
        DELETE FROM paid_orders;
        UPDATE payments SET outcome = '{"notCharged":{"reason":""}}', outcome_kind = 'notCharged'
        """,
    ])
    func anOrderIsNotChargedAgainWhereItsPaymentWasTakenOutOfTheTables(_ edit: String) throws {
        try kiosk.tamper(edit)
        expectRefused(.order(OrderID(rawValue: 1042)), .reserve(.order(OrderID(rawValue: 1042))))
        #expect(kiosk.truth.standing.count == 1)
    }

    // MARK: The end of the day

    @Test(arguments: [
        "UPDATE payments SET amount_minor = 1", "DELETE FROM paid_orders; DELETE FROM payments",
        "UPDATE payments SET terminal_address = 'serial:/dev/other', terminal_id = '11111111'",
        "UPDATE payments SET outcome = '{\"notCharged\":{\"reason\":\"\"}}', outcome_kind = 'notCharged'",
    ])
    func noDayIsEndedOnEditedPayments(_ edit: String) throws {
        try kiosk.tamper(edit)
        #expect(till.endDay()?.failure?.code == "journal.contradicted")
        #expect(kiosk.endsOfDay == 0)
    }

    /// The end of day was cut off, and nobody knows whether the terminal has ended its day.
    @Test(arguments: [
        "DELETE FROM settings",
        """
        UPDATE settings SET value = CAST(json_set(CAST(value AS TEXT), '$.intent.terminal',
            json_object('address', json('{"options":{},"path":"/dev/other","scheme":"serial"}'), 'id', '1')) AS BLOB)
        """,
        "UPDATE settings SET value = CAST(json_set(CAST(value AS TEXT), '$.sequence', 1) AS BLOB)",
        "UPDATE settings SET value = CAST(json_set(CAST(value AS TEXT), '$.intent.id', 'eod-forged') AS BLOB)",
    ])
    func noSecondDayIsEndedBecauseTheOpenOneWasEdited(_ edit: String) throws {
        kiosk.changeTerminal {
            $0.tellsTotals = false
            $0.repeatReceipt.ability = .refuses
        }
        _ = try kiosk.startTill(TillLife(dyingAt: "E1")).endDay()
        kiosk.world.advance(by: .seconds(300))
        try kiosk.tamper(edit + " WHERE key LIKE 'endOfDay.open %'")
        let next = try kiosk.startTill()
        let before = kiosk.requests
        #expect(next.endDay()?.failure?.code == "journal.contradicted")
        #expect(next.pay(order: 1043)?.failure?.code == "journal.contradicted")
        #expect(kiosk.requests == before && kiosk.endsOfDay == 0, "nothing was sent")
    }

    // MARK: What is known of the terminal

    /// The terminal has told no refund of this till as its last transaction, so it may tell payments only.
    @Test(arguments: [#"'["refund"]'"#, "json_array(json_object('kind', 'refund', 'payment', id))"])
    func aTerminalRepeatsNoRefundsBecauseTheSettingsSaySo(_ value: String) throws {
        _ = till.giveBack(.refund(of: payment, .euros(50)))
        kiosk.changeTerminal { $0.repeatReceipt.ability = .tellsNothing }
        _ = till.take(.amount(.euros(100)))
        try kiosk.tamper(
            """
            INSERT OR REPLACE INTO settings SELECT 'terminal.repeats ' || terminal_id, CAST(\(value) AS BLOB)
                FROM payments WHERE kind = 'refund'
            """)
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.refund(of: payment, .euros(500)), giveUpAfter: .seconds(5))).get()
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(300))
        #expect(till.giveBack(.refund(of: payment, nil))?.failure?.code == "payment.inDoubt")
        #expect(try kiosk.storage.read { try $0.payment(id: doubt.payment)?.outcome?.word } == "in_doubt")
    }

    @Test func whatNobodyEditedGoesOn() throws {
        #expect(try #require(till.giveBack(.refund(of: payment, .euros(100)))).get().outcome.word == "approved")
        let reserved = try #require(till.reserve(order: 1043)).get().payment
        #expect(try #require(till.take(.book(reserved, .all))).get().outcome.word == "approved")
        #expect(try #require(try till.endDay()?.get()).outcome == .closed)
        try kiosk.expectTheTruth()
    }
}

extension VirtualKiosk {
    /// Changes the file as a stranger with sqlite3 does, who checks no foreign keys.
    func tamper(_ sql: String) throws {
        let database = try #require(storage as? StorageManager).database
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            try database.execute(sql: sql)
            try database.execute(sql: "PRAGMA foreign_keys = ON")
        }
    }
}
