import Failures
import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Receipts go once they are old, nobody needs them, and enough newer ones are there.
@Suite struct ReceiptRetentionTests {
    fileprivate static let now = Date(timeIntervalSince1970: 1_795_219_200)
    private static let day: TimeInterval = 86_400
    private static let off = Failure(PrinterFailure.offline, "The printer is off.", recovery: .askOperator)

    private let storage: StorageManager
    private var retention = Retention(deliveredNews: nil, cachedOrders: nil, receipts: 500)

    init() throws {
        storage = try StorageManager.inMemory { Self.now }
        retention.fewestReceiptOwners = 1
        retention.newestReceipts = 2
    }

    static func receipt(_ id: String, _ copy: ReceiptCopy = .customer, of payment: String) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: id), copy: copy, merchant: MerchantProfile.test.merchant,
            payment: PaymentID(rawValue: payment), orderNumber: "1042", issuedAt: now, utcOffset: 0, lines: [],
            taxes: [], total: .sample, tip: nil,
            card: .terminalText(lines: [PrintedLine("Paid")], result: .approved), footer: [], language: "en")
    }

    /// Both copies of a payment, made so many days ago.
    private func insert(_ payment: String, daysAgo days: Double) throws {
        let made = Self.now - days * Self.day
        try storage.write { transaction in
            try transaction.insert(Self.receipt("rcp-\(payment)", of: payment), createdAt: made)
            try transaction.insert(Self.receipt("rcp-\(payment)-m", .merchant, of: payment), createdAt: made)
        }
    }

    private func print(_ payment: String, _ ends: PrintEnd?...) throws {
        try storage.write { transaction in
            for end in ends {
                let job = try transaction.enqueuePrint(
                    receipt: ReceiptID(rawValue: "rcp-\(payment)"), printer: "file:/dev/null", at: Self.now)
                guard let end else { continue }
                try transaction.claimPrint(id: job.id, at: Self.now)
                try transaction.finishPrint(id: job.id, as: end, at: Self.now)
            }
        }
    }

    private func left() throws -> [String] {
        try storage.read { try $0.receipts(limit: .max) }.map(\.payment.rawValue).filter { $0 != "newest" }.sorted()
    }

    private func apply() { retention.apply(to: storage, now: Self.now) }

    @Test func bothCopiesOfAnOldPaymentGoWithTheirPrintsAndTheJournalTellsIt() throws {
        try insert("old", daysAgo: 501)
        try insert("new", daysAgo: 499)
        try insert("newest", daysAgo: 0)
        try print("old", .confirmed, .confirmed)
        apply()
        #expect(try left() == ["new", "new"])
        #expect(try storage.read { try $0.rowNames(of: .printJobs, after: 0, limit: 9) } == [])
        let fact = try storage.read { try DroppedReceipts.last(in: $0) }
        #expect(fact == DroppedReceipts(madeBefore: Self.now - 500 * Self.day, count: 2))
        let head = try storage.read { try $0.journalHead() }.sequence
        apply()
        #expect(try storage.read { try $0.journalHead() }.sequence == head, "nothing more to tell")
    }

    @Test func aPaymentWithANewerReceiptKeepsAllOfThem() throws {
        try insert("old", daysAgo: 501)
        try storage.write { transaction in
            let withdrawn = ReceiptID(rawValue: "rcp-old")
            try transaction.withdraw(receipt: withdrawn, at: Self.now)
            try transaction.insert(Self.receipt("rcp-again", of: "old"), createdAt: Self.now - Self.day)
        }
        try insert("newest", daysAgo: 0)
        apply()
        #expect(try left() == ["old", "old", "old"])
    }

    /// What waits, was not printed, or may not have come out whole is a task for somebody.
    @Test(
        arguments: [
            ([nil], false), ([.failed(off)], false), ([.unknown(off)], false), ([.confirmed, nil], false),
            ([.confirmed, .unknown(off)], false), ([.unknown(off), .confirmed], true),
            ([.failed(off), .probably], true),
            ([.confirmed], true), ([], true),
        ] as [([PrintEnd?], Bool)])
    func aReceiptGoesOnlyIfItsPaperIsNobodysTask(_ ends: [PrintEnd?], _ goes: Bool) throws {
        try insert("old", daysAgo: 501)
        try insert("newest", daysAgo: 0)
        for end in ends { try print("old", end) }
        apply()
        #expect(try left().isEmpty == goes)
    }

    @Test func aWaivedReceiptGoes() throws {
        try insert("old", daysAgo: 501)
        try insert("newest", daysAgo: 0)
        try print("old", .failed(Self.off))
        _ = try storage.write { try $0.waivePrints(receipt: ReceiptID(rawValue: "rcp-old")) }
        apply()
        #expect(try left() == [])
    }

    @Test func aReceiptWhoseEMailWaitsStays() throws {
        try insert("old", daysAgo: 501)
        try insert("newest", daysAgo: 0)
        let mail = ReceiptMail(
            receipt: ReceiptID(rawValue: "rcp-old"), to: try #require(MailAddress("anna@example.org")))
        try storage.write { try mail.enqueue(as: MailID(rawValue: "mail-1"), in: $0, at: Self.now) }
        apply()
        #expect(try left() == ["old", "old"])
        try storage.write { try $0.markDelivered(outbox: "mail-1", at: Self.now) }
        apply()
        #expect(try left() == [])
    }

    @Test func theReceiptOfAPaymentInDoubtStays() throws {
        try insert("old", daysAgo: 501)
        try insert("newest", daysAgo: 0)
        try storage.write {
            try $0.insert(
                PaymentRecord(
                    id: PaymentID(rawValue: "old"), fingerprint: "", site: .embedded, order: OrderID(rawValue: 9),
                    amount: .sample, terminalAddress: "serial:/dev/a", stage: .sending, language: "en",
                    createdAt: Self.now, updatedAt: Self.now))
        }
        apply()
        #expect(try left() == ["old", "old"])
    }

    /// A clock that showed the wrong year must not cost the receipts that were just made.
    @Test func theNewestStayWhateverTheirDates() throws {
        try insert("newest", daysAgo: 9_000)
        apply()
        #expect(try storage.read { try $0.receipts(limit: 9) }.count == 2)
    }

    @Test func noneGoesBeforeItsPaymentCanNoLongerBeDisputed() throws {
        var retention = retention
        retention.receipts = 1
        try insert("young", daysAgo: 399)
        try insert("old", daysAgo: 401)
        try insert("newest", daysAgo: 0)
        retention.apply(to: storage, now: Self.now)
        #expect(try left() == ["young", "young"])
    }

    @Test func withoutTheOptionAllStay() throws {
        var retention = retention
        retention.receipts = nil
        try insert("old", daysAgo: 9_000)
        try insert("newest", daysAgo: 0)
        retention.apply(to: storage, now: Self.now)
        #expect(try left() == ["old", "old"])
    }

    @Test func aPartGoesAtATimeAndTheBoundNeverMovesBack() throws {
        for number in 1...600 { try insert("p\(number)", daysAgo: 600) }
        try insert("newest", daysAgo: 0)
        apply()
        #expect(try left().count == 200)
        var longer = retention
        longer.receipts = 550
        longer.apply(to: storage, now: Self.now)
        #expect(try left() == [])
        #expect(try storage.read { try DroppedReceipts.last(in: $0) }?.madeBefore == Self.now - 500 * Self.day)
    }
}
