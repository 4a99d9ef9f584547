import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Data that nobody needs any more is deleted in portions; data that someone may need stays.
@Suite struct RetentionTests {
    private static let now = Date(timeIntervalSince1970: 1_795_219_200)
    private static let day: TimeInterval = 86_400

    private let storage: StorageManager
    private let retention = Retention(deliveredNews: 90, cachedOrders: 30)

    init() throws { storage = try StorageManager.inMemory { Self.now } }

    private func fill(_ count: Int, of kind: String = OrderPaid.kind, deliveredDaysAgo days: Double?) throws {
        try storage.write { transaction in
            for number in 1...count {
                let id = "\(kind)-\(number)-\(days ?? 0)"
                try transaction.enqueueOutbox(
                    id: id, kind: kind, payload: Data("{}".utf8), at: Self.now - 900 * Self.day)
                if let days { try transaction.markDelivered(outbox: id, at: Self.now - days * Self.day) }
            }
        }
    }

    private func order(_ number: Int64) -> Order {
        Order(
            site: .embedded, id: OrderID(rawValue: number), number: "\(number)", status: .pending, currency: .eur,
            lines: [], taxes: [], total: Money(minorUnits: 100, currency: .eur))
    }

    private func news() throws -> Int {
        try storage.read { try $0.rowNames(of: .outbox, after: 0, limit: .max).count }
    }

    @Test func newsThatWereDeliveredLongAgoAreDroppedAndTheJournalTellsIt() throws {
        try fill(100, deliveredDaysAgo: 91)
        try fill(50, of: OrderChanged.kind, deliveredDaysAgo: 91)
        try fill(5, deliveredDaysAgo: 89)
        try fill(3, deliveredDaysAgo: nil)
        retention.apply(to: storage, now: Self.now)
        #expect(try news() == 8)
        let facts = try storage.read { try $0.journalEntries(kind: DroppedMessages.kind, limit: 9) }
        let fact = try #require(facts.first).decoded(as: DroppedMessages.self)
        #expect(facts.count == 1 && fact.count == 150 && fact.deliveredBefore == Self.now - 90 * Self.day)
        retention.apply(to: storage, now: Self.now)
        #expect(try storage.read { try $0.journalHead() }.sequence == 1, "nothing more to tell")
    }

    /// If a settlement is withdrawn years later, these messages are needed.
    @Test func whatTheShopWasToldOfRefundsAndReversalsStays() throws {
        try fill(1_200, of: OrderRefunded.kind, deliveredDaysAgo: 400)
        try fill(150, of: OrderReopened.kind, deliveredDaysAgo: 400)
        try fill(150, deliveredDaysAgo: 400)
        retention.apply(to: storage, now: Self.now)
        #expect(try news() == 1_350)
        #expect(try storage.read { try $0.outboxItem(id: "order.refunded-1-400.0") } != nil)
    }

    @Test func fewNewsStay() throws {
        try fill(99, deliveredDaysAgo: 91)
        retention.apply(to: storage, now: Self.now)
        #expect(try news() == 99)
    }

    @Test func whatIsKeptForEverStays() throws {
        try fill(150, deliveredDaysAgo: 9_000)
        Retention(deliveredNews: nil, cachedOrders: nil).apply(to: storage, now: Self.now)
        #expect(try news() == 150)
    }

    @Test func cachedOrdersGoUnlessTheyAreNewOrBeingPaid() throws {
        let old = (1...150).map { order($0) }
        try storage.write {
            try $0.save(old, fetchedAt: Self.now - 31 * Self.day)
            try $0.save([order(200), order(7)], fetchedAt: Self.now - 29 * Self.day)
            try $0.insert(
                PaymentRecord(
                    id: PaymentID(rawValue: "pay-1"), fingerprint: "", site: .embedded, order: OrderID(rawValue: 9),
                    amount: Money(minorUnits: 100, currency: .eur), terminalAddress: "serial:/dev/a", stage: .sending,
                    language: "en", createdAt: Self.now, updatedAt: Self.now))
        }
        retention.apply(to: storage, now: Self.now)
        let left = try storage.read { try $0.orders(site: .embedded, status: nil, limit: .max) }
        #expect(left.map(\.order.id.rawValue) == [200, 9, 7])
    }

    @Test func cachedDocumentsGoOnceTheyAreOldAndMany() throws {
        func document(_ number: Int, _ daysAgo: Double) -> CachedDocument {
            CachedDocument(
                site: .embedded, resource: "product", key: String(number), name: nil, body: Data("{}".utf8),
                searchText: "", fetchedAt: Self.now - daysAgo * Self.day)
        }
        try storage.write { try $0.cache((1...150).map { document($0, 91) } + [document(200, 89)]) }
        retention.apply(to: storage, now: Self.now)
        #expect(try storage.read { try $0.cachedCount(fetchedBefore: .distantFuture, amongOldest: 999) } == 151)
        Retention(deliveredNews: nil, cachedOrders: nil, cachedDocuments: 90).apply(to: storage, now: Self.now)
        #expect(try storage.read { try $0.cachedCount(fetchedBefore: .distantFuture, amongOldest: 999) } == 1)
    }

    @Test func onlyAPartIsDroppedAtATime() throws {
        try fill(2_500, deliveredDaysAgo: 91)
        for left in [1_500, 500, 0] {
            retention.apply(to: storage, now: Self.now)
            #expect(try news() == left)
        }
    }
}
