import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// Receipts that belong to no payment: the reports of a terminal's day.
@Suite struct ReportTests {
    private static func report() -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: "rcp-9"), copy: .merchant,
            merchant: Receipt.Merchant(name: "Café Käthe", address: [], taxID: nil),
            payment: PaymentID(rawValue: "eod-1"), orderNumber: nil, issuedAt: Sample.time, utcOffset: 3600, lines: [],
            taxes: [], total: .zero(.eur), tip: nil, card: .terminalReport(lines: [PrintedLine("KASSENSCHNITT")]),
            footer: [], language: "de")
    }

    @Test func aReportIsKeptAndSpooledAsAnyReceipt() throws {
        let storage = try StorageManager.inMemory()
        try storage.write {
            try $0.insert(Self.report(), createdAt: Sample.time)
            try $0.enqueuePrint(receipt: Self.report().id, printer: "file:/tmp/paper", at: Sample.time)
        }
        let (kept, prints) = try storage.read {
            (try $0.receipt(id: Self.report().id), try $0.pendingPrintJobs(printer: nil))
        }
        #expect(kept?.document == Self.report())
        #expect(prints.map(\.copy) == [.merchant])
    }

    @Test func receiptsOfAnOlderReleaseKeepTheirOrderAndTheirPrints() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "2")
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO payments (id, fingerprint, site, amount_minor, currency, terminal_address, stage, language,
                        created_at, updated_at) VALUES ('pay-1', 'f', 1, 1250, 'EUR', 'serial:/dev/a', 'settled', 'de', 0, 0);
                    INSERT INTO receipts (rowid, id, payment, order_number, copy, document, created_at)
                        VALUES (7, 'rcp-1', 'pay-1', '1042', 'customer', '{}', 0),
                            (5, 'rcp-2', 'pay-1', '1042', 'merchant', '{}', 0);
                    INSERT INTO print_jobs (receipt, copy, printer, state, created_at)
                        VALUES ('rcp-1', 'customer', 'file:/tmp/paper', 'pending', 0);
                    """)
        }
        try Schema.migrator.migrate(queue)
        let printed = "SELECT receipts.id FROM print_jobs JOIN receipts ON receipts.id = print_jobs.receipt"
        let (kept, prints, orphans) = try queue.read { database in
            (
                try String.fetchAll(database, sql: "SELECT id FROM receipts ORDER BY rowid"),
                try String.fetchAll(database, sql: printed),
                try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
            )
        }
        #expect(kept == ["rcp-2", "rcp-1"])
        #expect(prints == ["rcp-1"])
        #expect(orphans.isEmpty)
    }
}
