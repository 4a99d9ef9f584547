import Flow
import Foundation
import GRDB
import Model
import Simulator
import Testing

@testable import Storage
@testable import Stores
@testable import Payments

/// `till journal verify` replays the journal: the schema, and every table that follows from the journal, are compared.
@Suite struct JournalAuditTests {
    /// A paid order with paper, a refund, a reservation and its booking, a declined card, an end of day.
    private func day() throws -> VirtualKiosk {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let payment = try #require(till.pay(order: 1042)).get().payment
        _ = till.giveBack(.refund(of: payment, .euros(100)))
        let reserved = try #require(till.reserve(order: 1043)).get().payment
        _ = till.take(.book(reserved, .all))
        kiosk.changeTerminal { $0.outcomes = [.decline] }
        _ = till.take(.amount(.euros(700)))
        kiosk.changeTerminal { _ in }
        _ = till.printPending()
        _ = till.endDay()
        return kiosk
    }

    private func verify(_ kiosk: VirtualKiosk, kept: [KeptHead] = []) throws -> JournalVerification {
        try JournalAudit.run(kiosk.storage, kept: kept)
    }

    @Test func aWholeDayHasNoDifference() throws {
        let found = try verify(try day())
        #expect(found.differences == [] && found.isIntact)
    }

    /// Each of these changes was called intact before: the hash chain says nothing about the tables.
    @Test(arguments: [
        ("payments", "UPDATE payments SET amount_minor = 99900 WHERE kind = 'payment' AND outcome_kind = 'approved'"),
        ("payments", "DELETE FROM payments WHERE kind = 'refund'"),
        (
            "payments",
            "UPDATE payments SET stage = 'sending', outcome = NULL, outcome_kind = NULL WHERE kind = 'refund'"
        ),
        ("payments", "UPDATE payments SET id = 'pay-forged' WHERE kind = 'refund'"),
        ("payments", "UPDATE payments SET original = NULL WHERE kind = 'booking'"),
        ("receipts", "UPDATE receipts SET document = replace(document, '1150', '1050')"),
        ("receipts", "UPDATE receipts SET document = replace(document, 'approved', 'declined')"),
        ("receipts", "UPDATE receipts SET document = replace(document, 'EUR', 'USD')"),
        ("receipts", "DELETE FROM print_jobs; DELETE FROM receipts WHERE rowid = 1"),
        ("receipts", "UPDATE receipts SET payment = 'pay-forged' WHERE rowid = 1"),
        ("receipts", "UPDATE receipts SET document = 'not json' WHERE rowid = 2"),
        ("receipts", "UPDATE receipts SET withdrawn_at = 1 WHERE rowid = 1"),
        ("print_jobs", "DELETE FROM print_jobs WHERE id = 1"),
        ("print_jobs", "UPDATE print_jobs SET state = 'pending' WHERE id = 1"),
        ("print_jobs", "UPDATE print_jobs SET duplicate = 3 WHERE id = 1"),
        ("print_jobs", "UPDATE print_jobs SET receipt = 'rcp-forged' WHERE id = 1"),
        ("print_jobs", "UPDATE print_jobs SET state = 'unknown' WHERE id = 1"),
        ("paid_orders", "DELETE FROM paid_orders WHERE order_id = 1042"),
        ("paid_orders", "UPDATE paid_orders SET order_id = 4711 WHERE order_id = 1042"),
        (
            "paid_orders",
            "UPDATE paid_orders SET payment = (SELECT id FROM payments WHERE kind = 'refund')"
                + " WHERE order_id = 1042"
        ),
        ("outbox", "DELETE FROM outbox WHERE kind = 'order.paid'"),
        ("outbox", "UPDATE outbox SET payload = CAST(replace(CAST(payload AS TEXT), '1150', '115') AS BLOB)"),
        ("outbox", "UPDATE outbox SET payload = CAST(replace(CAST(payload AS TEXT), 'pay-', 'yap-') AS BLOB)"),
        (
            "settings",
            "INSERT INTO settings SELECT 'endOfDay.open eod-forged', CAST(json_object('intent', json_object("
                + "'id', 'eod-forged', 'language', 'en', 'startedAt', 0, 'terminal', json(json_extract(CAST(payload AS TEXT),"
                + " '$.event.intended._0.terminal'))), 'sequence', sequence) AS BLOB)"
                + " FROM journal WHERE kind = 'endOfDay.intended'"
        ),
        (
            "settings",
            "INSERT OR REPLACE INTO settings SELECT 'terminal.repeats ' || terminal_id, CAST(json_array(json_object("
                + "'kind', 'refund', 'payment', 'pay-forged')) AS BLOB) FROM payments WHERE kind = 'refund'"
        ),
    ])
    func whatSomebodyEditedIsNamed(table: String, _ edit: String) throws {
        let kiosk = try day()
        let sequence = try kiosk.storage.read { try $0.journalHead() }.sequence
        try kiosk.tamper(edit)
        let found = try verify(kiosk)
        #expect(found.chain.isWhole(sequence), "the chain is not what was edited")
        #expect(!found.isIntact)
        #expect(found.differences.contains { $0.table == table && $0.row != nil }, "\(found.differences)")
        #expect(found.differences.allSatisfy { $0.sentence.hasSuffix(".") }, "\(found.differences)")
    }

    @Test func anOpenEndOfDayThatIsNotedOtherwiseIsNamed() throws {
        let kiosk = try day()
        let id = EndOfDayID(rawValue: "eod-open")
        let intent = EndOfDayIntent(
            id: id, terminal: TerminalName(address: kiosk.terminal.address, id: nil), language: "en",
            startedAt: kiosk.world.now)
        _ = try EndOfDayJournal(storage: kiosk.storage).write(.intended(intent), of: id)
        #expect(try verify(kiosk).differences == [])
        try kiosk.tamper(
            "UPDATE settings SET value = CAST(json_set(CAST(value AS TEXT), '$.intent.terminal.id', '1') AS BLOB)"
                + " WHERE key = 'endOfDay.open eod-open'")
        #expect(try verify(kiosk).differences.map(\.row) == ["eod-open"])
    }

    /// Messages that `[retention]` has dropped are reported missing only where no fact says that they were dropped.
    @Test func newsThatWereDroppedByRuleAreNotMissed() throws {
        let kiosk = try day()
        try kiosk.tamper("DELETE FROM outbox")
        #expect(try verify(kiosk).differences.contains { $0.table == "outbox" })
        func dropped(before time: Date) throws -> JournalVerification {
            try kiosk.storage.write {
                try $0.append(
                    kind: DroppedMessages.kind, payment: nil, encoding: DroppedMessages(deliveredBefore: time, count: 1)
                )
            }
            return try verify(kiosk)
        }
        #expect(try !dropped(before: Date(timeIntervalSince1970: 0)).isIntact, "not these")
        let found = try dropped(before: .distantFuture)
        #expect(found.isIntact, "\(found.differences)")
    }

    /// A receipt is printed again years later: its messages, dropped by then, are not reported missing.
    @Test func newsThatWereDroppedAreNotMissedAfterAReprintEither() throws {
        let kiosk = try day()
        let settled = kiosk.world.now
        kiosk.world.advance(by: .seconds(3_600))
        let till = try kiosk.startTill()
        let prints = try #require(
            till.ask { PrintSpoolAction.reprint(ReceiptReference("last"), printer: MemoryPrinter.address, $0) })
        _ = try prints.get()
        try kiosk.tamper("DELETE FROM outbox")
        try kiosk.storage.write {
            try $0.append(
                kind: DroppedMessages.kind, payment: nil,
                encoding: DroppedMessages(deliveredBefore: settled + 60, count: 1))
        }
        let found = try verify(kiosk)
        #expect(found.isIntact, "\(found.differences)")
    }

    @Test func theChainAloneIsVerifiedWhereThatIsAskedFor() throws {
        let kiosk = try day()
        try kiosk.tamper("DELETE FROM outbox")
        #expect(try JournalAudit.run(kiosk.storage, replays: false).isIntact)
        let other = KeptHead(sequence: 1, hash: [UInt8](repeating: 7, count: 32))
        #expect(try !JournalAudit.run(kiosk.storage, kept: [other], replays: false).isIntact)
        try kiosk.tamper(
            "DROP TRIGGER journal_no_update; UPDATE journal SET payload = x'7b7d' WHERE sequence = 2")
        #expect(try !JournalAudit.run(kiosk.storage, replays: false).isIntact)
    }

    @Test(arguments: [
        ("journal_no_update", "DROP TRIGGER journal_no_update", "is missing"),
        ("never_more_back_than_was_paid", "DROP TRIGGER never_more_back_than_was_paid", "is missing"),
        ("spy", "CREATE TRIGGER spy AFTER UPDATE ON payments BEGIN DELETE FROM outbox; END", "is not one of Till's"),
        ("more", "CREATE TABLE more (a)", "is not one of Till's"),
        ("one_open_payment_per_order", "DROP INDEX one_open_payment_per_order", "is missing"),
        (
            "journal_no_delete",
            "DROP TRIGGER journal_no_delete; CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT 1; END",
            "is not the one that Till made"
        ),
        ("settings", "ALTER TABLE settings ADD COLUMN more TEXT", "is not the one that Till made"),
    ])
    func whatSomebodyDidToTheSchemaIsNamed(object: String, _ edit: String, _ words: String) throws {
        let kiosk = try day()
        try kiosk.tamper(edit)
        let found = try verify(kiosk)
        #expect(!found.isIntact)
        #expect(
            found.differences.contains { $0.table == object && $0.sentence.contains(words) }, "\(found.differences)")
    }

    /// SQLite's quick check does not notice a table that differs from its index.
    @Test func whatSQLiteFindsIsToldToo() throws {
        let kiosk = try day()
        try kiosk.tamper(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '(receipt)', '(printer)') WHERE name = 'print_jobs_by_receipt';
            PRAGMA writable_schema = RESET;
            """)
        let found = try verify(kiosk)
        #expect(found.differences.contains { $0.sentence.hasPrefix("SQLite finds damage") }, "\(found.differences)")
    }

    @Test func aDamagedRowIsNamedAndTheRestIsStillCompared() throws {
        let kiosk = try day()
        try kiosk.tamper(
            """
            UPDATE payments SET outcome = 'x' WHERE kind = 'refund';
            UPDATE receipts SET document = replace(document, '1150', '1050');
            """)
        let found = try verify(kiosk)
        #expect(found.differences.contains { $0.sentence.contains("does not hold JSON that Till can read in outcome") })
        #expect(found.differences.contains { $0.table == "receipts" && $0.sentence.contains("total") })
    }

    // MARK: Comparison with heads that were kept

    @Test func anotherJournalIsKnownByAHeadThatWasKept() throws {
        let kiosk = try day()
        let head = try kiosk.storage.read { try $0.journalHead() }
        let byNumber = KeptHead(sequence: head.sequence, hash: Array(head.hash))
        let byHash = KeptHead(sequence: nil, hash: Array(head.hash))
        let till = try kiosk.startTill()
        _ = till.take(.amount(.euros(500)))
        #expect(try verify(kiosk, kept: [byNumber, byHash]).isIntact, "it has grown since")
        for other in [
            KeptHead(sequence: head.sequence - 1, hash: byNumber.hash), KeptHead(sequence: 9_999, hash: byNumber.hash),
            KeptHead(sequence: nil, hash: [UInt8](repeating: 7, count: 32)),
        ] {
            let found = try verify(kiosk, kept: [byNumber, other])
            #expect(found.count == 1 && found.differences.first?.sentence.contains("another journal") == true)
        }
    }

    @Test func entriesOfAnotherTillAreNamed() throws {
        let kiosk = try day()
        try kiosk.storage.write {
            for till in ["till-a", "till-a", "till-b"] {
                try $0.append(kind: TillEnrolment.kind, payment: nil, encoding: TillEnrolment(till: till, life: "l"))
            }
        }
        let found = try verify(kiosk)
        #expect(found.count == 1)
        #expect(found.differences.first?.sentence.contains("was written by the till till-b") == true)
    }
}

extension JournalVerdict {
    fileprivate func isWhole(_ count: Int64) -> Bool {
        guard case .intact(count, _) = self else { return false }
        return true
    }
}
