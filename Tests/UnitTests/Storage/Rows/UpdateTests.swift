import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// A release with more tables opens the database of an older one.
@Suite struct UpdateTests {
    private static let releases = Array(Schema.migrator.migrations.dropLast())

    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// Stripe's terminal library dropped and created tables that it could not read, and lost the payments in them.
    @Test(arguments: releases) func stripeTerminalAndroid731_anUpdateLosesNoPayment(of release: String) throws {
        try fill(release)
        try settle()
        let storage = try place.open()
        try storage.read { (reader: any StorageReader) throws in
            #expect(try reader.payment(id: PaymentID(rawValue: "pay-1"))?.isOpen == false)
            #expect(try reader.payment(id: PaymentID(rawValue: "pay-2"))?.outcome == Self.approved)
            #expect(try reader.paidBy(order: OrderID(rawValue: 1043), site: .embedded)?.rawValue == "pay-2")
            #expect(try reader.terminal(id: "52500038")?.lastReceiptNumber == 17)
            #expect(try reader.pendingOutbox(limit: 9).map(\.id) == ["order.paid-pay-2"])
            #expect(try reader.receipts(payment: PaymentID(rawValue: "pay-2")).map(\.id.rawValue) == ["rcp-1"])
            #expect(try reader.pendingPrintJobs(printer: nil).count == 1)
            #expect(try reader.setting("reader", as: String.self) == "serial:/dev/a")
            #expect(try reader.journalEntries(payment: PaymentID(rawValue: "pay-1")).count == 2)
            #expect(try reader.journalIntents(after: 0, limit: 9).count == 1)
            for query in [
                ShopOrderQuery(search: "GROSS", limit: 9), ShopOrderQuery(statuses: [.pending], limit: 9),
                ShopOrderQuery(search: "1042", limit: 9), ShopOrderQuery(limit: 9),
            ] {
                let found = try reader.shopOrders(query)
                #expect(found.orders.map(\.id.rawValue) == [1042] && found.total == 1, "\(query)")
            }
        }
        let verdict = try JournalVerifier(storage).verify()
        #expect(verdict.isIntact, "\(verdict)")
        let copy = try DatabaseQueue(path: former)
        #expect(try copy.read { try Schema.newest(in: $0) } == release, "the database as it was is kept")
        #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM payments") } == 2)
        try copy.close()
        try storage.close()
    }

    /// A release knows by these numbers which steps a database has gone through, so that none is ever left out.
    @Test func theStepsAreNumberedWithoutAGap() throws {
        let newest = try #require(Int(Schema.newest))
        #expect(newest >= 14 && Schema.migrator.migrations == (1...newest).map(String.init))
    }

    private var former: String { place.path + "/before-schema-\(Schema.newest).sqlite" }

    /// Ends the payment that was cut off, as the earlier release does once it knows the outcome.
    private func settle() throws {
        let queue = try DatabaseQueue(path: place.file)
        try queue.write { database in
            try database.execute(
                sql:
                    "UPDATE payments SET stage = 'settled', outcome = ?, outcome_kind = 'notCharged' WHERE id = 'pay-1'",
                arguments: [try StoredJSON.text(PaymentOutcome.notCharged(reason: Sentence("reason.nothingSent")))])
        }
        try queue.close()
    }

    @Test(arguments: releases) func anOpenPaymentIsLeftToTheReleaseThatBeganIt(_ release: String) throws {
        try fill(release)
        #expect(throws: StorageError.openPayments([PaymentID(rawValue: "pay-1")])) { try place.open() }
        let queue = try DatabaseQueue(path: place.file)
        #expect(try queue.read { try Schema.newest(in: $0) } == release)
        try queue.close()
        #expect(!FileManager.default.fileExists(atPath: former))
    }

    @Test func aDatabaseThatAnotherProcessHasOpenIsNotBroughtUpToDate() throws {
        try fill(Self.releases[0])
        try settle()
        let other = try DatabaseQueue(path: place.file)
        try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        _ = try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM payments") }
        let error = #expect(throws: StorageError.self) { try place.open() }
        #expect(error?.code == "storage.busy")
        #expect(try other.read { try Schema.newest(in: $0) } == Self.releases[0])
        try other.close()
        try place.open().close()
    }

    /// The process was killed after it had written the copy, or while it did.
    @Test func aCopyThatWasNotCompletedIsMadeAnew() throws {
        try fill(Self.releases[0])
        try settle()
        try Data("half a copy".utf8).write(to: URL(filePath: former + ".new"))
        try place.open().close()
        #expect(!FileManager.default.fileExists(atPath: former + ".new"))
        var node = stat()
        #expect(stat(former, &node) == 0 && node.st_mode & 0o777 == 0o600)
    }

    @Test func whereNoCopyCanBeKeptNothingIsChanged() throws {
        try fill(Self.releases[0])
        try settle()
        mkdir(former, 0o700)
        let error = #expect(throws: StorageError.self) { try place.open() }
        #expect(error?.code == "storage.cannotOpen")
        #expect(!FileManager.default.fileExists(atPath: former + ".new"))
        let queue = try DatabaseQueue(path: place.file)
        #expect(try queue.read { try Schema.newest(in: $0) } == Self.releases[0])
        try queue.close()
    }

    /// The run was stopped between two migrations. The release that finds such data names the one that began to change them.
    @Test func theReleaseIsNotedBeforeTheFirstMigration() throws {
        try fill(Self.releases[0])
        let queue = try DatabaseQueue(path: place.file)
        try queue.write { try $0.execute(sql: "DROP INDEX journal_by_payment") }
        #expect(throws: (any Error).self) { try SchemaUpgrade.migrate(queue) }
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Release.number)
        try queue.close()
    }

    private static let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))

    /// A payment that was cut off, and one that is paid but not printed and not reported to the shop.
    private func fill(_ release: String) throws {
        let queue = try DatabaseQueue(path: place.file)
        try Schema.migrator.migrate(queue, upTo: release)
        let outcome = try StoredJSON.text(Self.approved)
        let receipt = try StoredJSON.text(Sample.receipt(payment: "pay-2"))
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO payments (id, fingerprint, site, order_id, amount_minor, currency, terminal_address, stage,
                            outcome, outcome_kind, language, created_at, updated_at)
                        VALUES ('pay-1', 'f', 0, 1042, 1250, 'EUR', 'serial:/dev/a', 'sending', NULL, NULL, 'de', 0, 0),
                            ('pay-2', 'f', 0, 1043, 1250, 'EUR', 'serial:/dev/b', 'settled', :outcome, 'approved', 'de', 0, 0);
                    INSERT INTO shop_orders (order_id, status, body)
                        VALUES (1042, 'pending', CAST('{"number":"1042","billing":{"last_name":"Groß"}}' AS BLOB));
                    INSERT INTO terminals (terminal_id, last_receipt_number, updated_at) VALUES ('52500038', 17, 0);
                    INSERT INTO paid_orders (site, order_id, payment, paid_at) VALUES (0, 1043, 'pay-2', 0);
                    INSERT INTO outbox (id, kind, payload, created_at)
                        VALUES ('order.paid-pay-2', 'order.paid', zeroblob(0), 0);
                    INSERT INTO receipts (id, payment, order_number, copy, document, created_at)
                        VALUES ('rcp-1', 'pay-2', '1043', 'customer', :receipt, 0);
                    INSERT INTO print_jobs (receipt, copy, printer, state, created_at)
                        VALUES ('rcp-1', 'customer', 'file:/tmp/paper', 'pending', 0);
                    """, arguments: ["outcome": outcome, "receipt": receipt])
            if try database.tableExists("shop_order_texts") {
                try database.execute(sql: "INSERT INTO shop_order_texts VALUES (1042, '1042' || char(10) || 'gross')")
            }
            let session = Session(database: database, now: { Sample.time })
            for kind in ["payment.intended", "payment.sending"] {
                try session.append(kind: kind, payment: PaymentID(rawValue: "pay-1"), encoding: kind)
            }
            try session.setSetting("reader", to: "serial:/dev/a")
        }
        try queue.close()
    }
}
