import Failures
import Flow
import Foundation
import Hardware
import Model
import Synchronization
import Testing

@testable import Payments
@testable import Storage
@testable import Stores

/// `till status`: what made journals tell about a day.
@Suite struct StatusTests {
    /// The time that the storage notes with a row, in seconds since the beginning of the day.
    private final class Clock: Sendable {
        private let seconds = Mutex(0.0)
        var now: Date { StatusTests.midnight + seconds.withLock { $0 } }
        func set(_ value: Double) { seconds.withLock { $0 = value } }
    }

    private static let midnight = Date(timeIntervalSince1970: 1_795_219_200)

    private let clock = Clock()
    private let storage: StorageManager

    init() throws {
        let clock = clock
        storage = try StorageManager.inMemory(now: { clock.now })
    }

    private func intent(_ id: String, _ amount: Money, _ purpose: TransactionPurpose = .payment) -> PaymentIntent {
        PaymentIntent(
            payment: PaymentID(rawValue: id), purpose: purpose, key: nil, fingerprint: id, site: .embedded, order: nil,
            orderNumber: nil, amount: amount, tip: nil, terminal: DeviceAddress(scheme: "test", path: "reader"),
            printer: DeviceAddress(scheme: "test", path: "printer"), terminalID: nil, watermark: .receipt(41),
            language: "en", startedAt: clock.now, utcOffset: 0)
    }

    /// Writes facts, each at its time.
    private func write(_ id: String, _ facts: [(at: Double, event: PaymentEvent)]) throws {
        for (time, event) in facts {
            clock.set(time)
            try storage.write {
                try $0.append(kind: event.kind, payment: PaymentID(rawValue: id), encoding: event)
            }
        }
    }

    private func pay(
        _ id: String, _ amount: Money, at time: Double, terminal: Double = 2, outcome: PaymentOutcome? = nil,
        disturbed: Bool = false
    ) throws {
        let result = TransactionResult(resultCode: .success)
        var facts: [(Double, PaymentEvent)] = [
            (time, .intended(intent(id, amount))), (time + 0.5, .sending),
        ]
        if disturbed { facts.append((time + 0.6, .disturbed(.orphan))) }
        facts += [
            (time + 0.5 + terminal, .result(result, answer: .stored)),
            (time + 0.75 + terminal, .settled(outcome ?? .approved(result))),
        ]
        try write(id, facts)
    }

    private func status() throws -> TillStatus {
        try storage.read { try StatusReading(reader: $0, since: Self.midnight, now: clock.now).status() }
    }

    private static func euros(_ minor: Int64) -> Money { Money(minorUnits: minor, currency: .eur) }
    private static let yen = Money(minorUnits: 500, currency: Currency(code: "JPY") ?? .eur)

    @Test func anEmptyTillHasNothingToTell() throws {
        let status = try status()
        #expect(status.takings.isEmpty && status.outcomes.isEmpty && status.times.isEmpty && status.doubts.isEmpty)
        #expect(status.waitingPrints.count == 0 && status.waitingNews.oldest == nil && status.restoredFrom == nil)
    }

    @Test func takingsAreOfTheDayByCurrencyLessWhatWasGivenBack() throws {
        try pay("pay-0", Self.euros(9_900), at: -600)
        try pay("pay-1", Self.euros(1_250), at: 60)
        try pay("pay-2", Self.euros(2_000), at: 120)
        try pay("pay-3", Self.yen, at: 180)
        try pay("pay-4", Self.euros(700), at: 240, outcome: .notCharged(reason: Sentence("reason.nothingSent")))
        let back = intent("ref-1", Self.euros(250), .refund(of: PaymentID(rawValue: "pay-1")))
        try write(
            "ref-1",
            [(300, .intended(back)), (301, .settled(.approved(TransactionResult(resultCode: .success))))])
        let takings = try status().takings
        #expect(takings.map(\.currency.code) == ["EUR", "JPY"])
        #expect(takings[0].payments == 2 && takings[0].taken == Self.euros(3_250))
        #expect(takings[0].returns == 1 && takings[0].givenBack == Self.euros(250) && takings[0].net == 3_000)
        #expect(takings[1].taken == Self.yen && takings[1].returns == 0)
        #expect(try status().outcomes.map { "\($0.count) \($0.outcome.word)" } == ["3 approved", "1 not_charged"])
    }

    /// It began before midnight, and its rows are far before the newest ones.
    @Test func aPaymentThatWasSettledTodayCountsToday() throws {
        try write("pay-1", [(-10, .intended(intent("pay-1", Self.euros(1_250)))), (-9, .sending)])
        for number in 0..<700 {
            try write("pay-x\(number)", [(-8, .intended(intent("pay-x\(number)", Self.euros(1)))), (-8, .sending)])
        }
        try write("pay-1", [(5, .settled(.approved(TransactionResult(resultCode: .success))))])
        #expect(try status().takings.map(\.taken) == [Self.euros(1_250)])
    }

    @Test func aSettlementThatWasWithdrawnIsNotCounted() throws {
        try pay("pay-1", Self.euros(1_250), at: 60)
        let evidence = OperatorEvidence(
            .booked(receipt: 42, trace: 7, amount: Self.euros(1_250)), words: "seen", operatorName: "Anna")
        try write(
            "pay-2",
            [
                (70, .intended(intent("pay-2", Self.euros(800)))), (71, .sending),
                (72, .operatorSettled(evidence, .approved(TransactionResult(resultCode: .success)))),
                (73, .operatorWithdrew(words: "it was another", operatorName: "Anna")),
            ])
        #expect(try status().takings.map(\.taken) == [Self.euros(1_250)])
    }

    @Test func timesAreOfUndisturbedPaymentsByPhase() throws {
        for number in 1...20 {
            try pay("pay-\(number)", Self.euros(100), at: Double(number) * 60, terminal: Double(number))
        }
        try pay("pay-90", Self.euros(100), at: 2_000, terminal: 300, disturbed: true)
        let times = try status().times
        #expect(times.map(\.phase) == [.preparing, .terminal, .settling, .whole])
        #expect(times.map(\.count) == [20, 20, 20, 20])
        #expect(times.map(\.p50) == [500, 10_000, 250, 10_750])
        #expect(times.map(\.p95) == [500, 19_000, 250, 19_750])
    }

    @Test(arguments: [(50, 1, 1), (50, 2, 1), (50, 3, 2), (95, 20, 19), (95, 100, 95), (95, 1, 1), (100, 7, 7)])
    func percentilesAreValuesThatOccurred(_ percent: Int, _ count: Int, _ expected: Int64) {
        #expect(DayFigures.percentile(percent, of: Array(1...Int64(count))) == expected)
    }

    @Test func aClockThatWasSetBackGivesNoNegativeTime() throws {
        try write(
            "pay-1",
            [
                (100, .intended(intent("pay-1", Self.euros(100)))), (50, .sending),
                (52, .result(TransactionResult(resultCode: .success), answer: .stored)),
                (53, .settled(.approved(TransactionResult(resultCode: .success)))),
            ])
        #expect(try status().times.map(\.p50) == [0, 2_000, 1_000, 0])
    }

    @Test func devicesAreAsTheyWereLast() throws {
        try pay("pay-1", Self.euros(100), at: -3_000)
        try write("pay-2", [(60, .intended(intent("pay-2", Self.euros(100)))), (61, .disturbed(.orphan))])
        let terminal = try #require(try status().terminals.first)
        #expect(terminal.address == "test:reader" && terminal.state == "lost" && terminal.at == Self.midnight + 61)
        #expect(terminal.trouble?.code == "payment.orphan")
        try write("pay-2", [(70, .aborted(code: nil))])
        #expect(try status().terminals.map(\.state) == ["answered"])
    }

    @Test func whatWaitsIsCountedFromTheOldest() throws {
        try storage.write { transaction in
            try transaction.enqueueOutbox(
                id: "a", kind: "order.paid", payload: Data("{}".utf8), site: .embedded, at: Self.midnight + 20)
            try transaction.enqueueOutbox(
                id: "b", kind: "order.paid", payload: Data("{}".utf8), site: .embedded, at: Self.midnight + 10)
            try transaction.enqueueOutbox(
                id: "c", kind: "order.paid", payload: Data("{}".utf8), site: .embedded, at: Self.midnight)
            try transaction.setAside(outbox: "c", because: .orphan)
            try transaction.enqueueOutbox(
                id: "d", kind: ReceiptMail.kind, payload: Data("{}".utf8), at: Self.midnight + 5)
        }
        let status = try status()
        #expect(status.waitingNews.count == 2 && status.waitingNews.oldest == Self.midnight + 10)
        #expect(status.refusedNews == 1 && status.waitingMails.count == 1)
    }
}
