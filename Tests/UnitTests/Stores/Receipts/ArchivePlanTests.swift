import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// How much of a journal may be moved to an archive, to the entry.
@Suite struct ArchivePlanTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    private static let ended: [PaymentEvent] = [.sending, .settled(.notCharged(reason: "x"))]

    private func plan(before date: Date? = nil, kept: Int = 0, withOpenDays: Bool = true) throws -> ArchivePlan {
        try counter.storage.read { reader in
            var planner = try ArchivePlanner(
                reader, before: date ?? counter.world.now, withOpenDays: withOpenDays, kept: kept)
            return try planner.plan()
        }
    }

    /// Writes what a till writes of a payment, and lets a minute pass. The entries that it has written.
    private func write(_ order: Int64, _ events: [PaymentEvent] = ended) throws -> ClosedRange<Int64> {
        let before = try last()
        try counter.write(events, order)
        counter.world.advance(by: .seconds(60))
        return before + 1...(try last())
    }

    private func last() throws -> Int64 {
        try counter.storage.read { try $0.journalEntries(from: 1, limit: 1_000).last?.sequence ?? 0 }
    }

    private func goOn(_ order: Int64, _ events: [PaymentEvent]) throws {
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        let id = PaymentID(rawValue: "pay-\(order)")
        var history = try #require(try counter.storage.read { try StoredLedger.history(id, in: $0) })
        for event in events {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    @Test func allThatIsFinishedBeforeTheDateMoves() throws {
        _ = try write(1)
        let second = try write(2)
        let plan = try plan()
        #expect(plan.start == 0 && plan.asked == second.upperBound && plan.through == second.upperBound)
        #expect(plan.entries == second.upperBound)
        #expect(plan.transactions == 2 && plan.holds.isEmpty && plan.days.isEmpty)
    }

    @Test func whatIsWrittenAtTheDateItselfStays() throws {
        let first = try write(1)
        let date = counter.world.now
        _ = try write(2)
        let plan = try plan(before: date)
        #expect(plan.asked == first.upperBound && plan.through == first.upperBound)
        #expect(plan.transactions == 1 && plan.until.map { $0 < date } == true)
    }

    @Test func nothingMovesWhereNothingIsOlderThanTheDate() throws {
        let date = counter.world.now
        _ = try write(1)
        let plan = try plan(before: date)
        #expect(plan.asked == 0 && plan.through == 0 && plan.entries == 0 && plan.transactions == 0)
    }

    @Test func aPaymentThatIsOpenStaysAndIsNamed() throws {
        let first = try write(1)
        let open = try write(2, [.sending])
        let plan = try plan()
        #expect(plan.asked == open.upperBound && plan.through == first.upperBound)
        #expect(plan.holds.map(\.reason) == [.open])
        #expect(plan.holds.map(\.id) == ["pay-2"] && plan.holds.map(\.sequence) == [open.lowerBound])
        #expect(plan.transactions == 1)
    }

    @Test func whereTheFirstPaymentIsOpenNothingMoves() throws {
        _ = try write(1, [.sending])
        let plan = try plan()
        #expect(plan.through == 0 && plan.entries == 0 && plan.transactions == 0)
        #expect(plan.holds.map(\.id) == ["pay-1"])
    }

    @Test func aPaymentThatEndedOnlyAfterTheDateStaysAsAWhole() throws {
        let first = try write(1)
        let begun = try write(2, [.sending])
        let date = counter.world.now
        try goOn(2, [.settled(.notCharged(reason: "x"))])
        let plan = try plan(before: date)
        #expect(plan.asked == begun.upperBound && plan.through == first.upperBound)
        #expect(plan.holds.map(\.reason) == [.laterEntries] && plan.holds.map(\.id) == ["pay-2"])
    }

    @Test func whatHoldsBackOnlyLaterEntriesIsNotNamed() throws {
        let first = try write(1)
        let date = counter.world.now
        _ = try write(2, [.sending])
        let plan = try plan(before: date)
        #expect(plan.through == first.upperBound && plan.holds.isEmpty)
    }

    @Test(arguments: [(1, 2), (2, 1), (3, 0), (4, 0)]) func theNewestTransactionsStay(kept: Int, moved: Int) throws {
        let all = try [write(1), write(2), write(3)]
        let plan = try plan(kept: kept)
        #expect(plan.through == (moved == 0 ? 0 : all[moved - 1].upperBound))
        #expect(plan.transactions == moved && plan.holds.map(\.reason) == [.newest])
        #expect(plan.holds.map(\.id) == ["pay-\(moved + 1)"])
    }

    @Test func aPaperThatWaitsAndNewsThatWaitHoldTheirPayment() throws {
        let first = try write(1)
        try counter.approve(2)
        counter.world.advance(by: .seconds(60))
        let plan = try plan()
        #expect(plan.through == first.upperBound)
        #expect(Set(plan.holds.map(\.id)) == ["pay-2"])
        #expect(Set(plan.holds.map(\.reason)) == [.notPrinted, .notDelivered])
    }

    /// Nothing came out of the machine, and the card was charged.
    @Test func aPaymentOfWhichMoneyIsOwedStays() throws {
        let first = try write(1)
        let all = PaymentEvent.settled(.approved(.approved()))
        _ = try write(2, [.sending, all, .goodsTooLate(.notGiven)])
        let plan = try plan()
        #expect(plan.through == first.upperBound)
        #expect(plan.holds.contains { $0.reason == .goodsOwed && $0.id == "pay-2" })
    }

    @Test func anApprovedPaymentOfADayThatIsNotEndedStaysUnlessItMayGo() throws {
        _ = try write(1)
        try counter.approve(2)
        counter.world.advance(by: .seconds(60))
        #expect(try plan(withOpenDays: false).holds.contains { $0.reason == .openDay && $0.id == "pay-2" })
        #expect(try !plan(withOpenDays: true).holds.contains { $0.reason == .openDay })
    }
}
