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

    // MARK: What waits for a shop or a customer

    /// Nobody can tell to which transaction it belongs.
    @Test func aMessageThatCannotBeReadHoldsBackEverything() throws {
        _ = try write(1)
        try counter.storage.write {
            try $0.enqueueOutbox(id: "x", kind: "order.praised", payload: Data(), at: counter.world.now)
        }
        let plan = try plan()
        #expect(plan.through == 0 && plan.transactions == 0)
        #expect(plan.holds == [ArchiveHold(reason: .notDelivered, id: "x", sequence: 1)])
    }

    @Test func anEMailThatIsNotSentHoldsThePaymentOfItsReceipt() throws {
        let first = try write(1)
        let second = try write(2)
        let receipt = Receipt(
            id: ReceiptID(rawValue: "rcp-2"), copy: .customer, merchant: MerchantProfile.test.merchant,
            payment: PaymentID(rawValue: "pay-2"), orderNumber: nil, issuedAt: counter.world.now, utcOffset: 0,
            lines: [], taxes: [], total: .sample, tip: nil, card: .terminalText(lines: [], result: .approved),
            footer: [], language: "en")
        let mail = ReceiptMail(receipt: receipt.id, to: try #require(MailAddress("anna@till.example")))
        try counter.storage.write { transaction in
            try transaction.insert(receipt, createdAt: counter.world.now)
            try mail.enqueue(as: MailID(rawValue: "mail-1"), in: transaction, at: counter.world.now)
        }
        let plan = try plan()
        #expect(plan.through == first.upperBound)
        #expect(plan.holds == [ArchiveHold(reason: .notDelivered, id: "pay-2", sequence: second.lowerBound)])
    }

    /// The refund was begun after the date, and its end changes what is known of the payment.
    @Test func aPaymentThatIsBeingGivenBackStays() throws {
        let first = try write(1)
        try counter.approve(2)
        counter.world.advance(by: .seconds(60))
        let date = counter.world.now
        try counter.storage.write { transaction in
            try transaction.insert(
                PaymentRecord(
                    id: PaymentID(rawValue: "ref-2"), fingerprint: "refund", site: .embedded, order: nil,
                    amount: .sample, terminalAddress: Counter.terminal.description, language: "en", createdAt: date,
                    updatedAt: date, kind: .refund, original: PaymentID(rawValue: "pay-2")))
        }
        let holds = try plan(before: date).holds.filter { $0.reason == .open }
        #expect(holds == [ArchiveHold(reason: .open, id: "pay-2", sequence: first.upperBound + 1)])
    }

    // MARK: Ends of day

    /// The number of its first entry.
    private func endDay(_ name: String, isSettled: Bool = true) throws -> Int64 {
        let (id, terminal) = (EndOfDayID(rawValue: name), TerminalName(address: Counter.terminal, id: nil))
        let intent = EndOfDayIntent(id: id, terminal: terminal, language: "en", startedAt: counter.world.now)
        let first = try counter.storage.write { transaction in
            let sequence = try EndOfDayJournal.append(.intended(intent), of: id, to: transaction)
            guard isSettled else { return sequence }
            let report = EndOfDayReport(
                id: id, terminal: terminal, startedAt: intent.startedAt, outcome: .closed, totals: nil,
                reconciliation: Reconciliation(.of([]), nil, []), through: sequence, texts: [])
            try EndOfDayJournal.append(.settled(report), of: id, to: transaction)
            return sequence
        }
        counter.world.advance(by: .seconds(60))
        return first
    }

    @Test func anEndOfDayThatIsNotSettledStays() throws {
        _ = try write(1)
        let open = try endDay("eod-1", isSettled: false)
        let plan = try plan()
        #expect(plan.through == open - 1 && plan.days.isEmpty && plan.transactions == 1)
        #expect(plan.holds == [ArchiveHold(reason: .unsettledDay, id: "eod-1", sequence: open)])
    }

    /// The terminal's next day begins with it.
    @Test func theLastEndOfDayOfATerminalInUseStaysAndEarlierOnesMove() throws {
        _ = try endDay("eod-1")
        _ = try write(1)
        let last = try endDay("eod-2")
        let plan = try plan()
        #expect(plan.through == last - 1 && plan.days == ["eod-1"] && plan.transactions == 1)
        #expect(plan.holds == [ArchiveHold(reason: .lastEndOfDay, id: "eod-2", sequence: last)])
    }

    @Test func theEndOfDayOfATerminalThatIsNotUsedMoves() throws {
        let day = try endDay("eod-1")
        let plan = try plan()
        #expect(plan.through == day + 1 && plan.days == ["eod-1"] && plan.holds.isEmpty)
    }

    @Test func ofADayThatIsNotEndedTheFirstApprovedPaymentIsNamed() throws {
        try counter.approve(1)
        _ = try endDay("eod-1")
        _ = try write(2)
        try counter.approve(3)
        try counter.approve(4)
        counter.world.advance(by: .seconds(60))
        let open = try plan(withOpenDays: false).holds.filter { $0.reason == .openDay }
        #expect(open.map(\.id) == ["pay-3"])
    }
}
