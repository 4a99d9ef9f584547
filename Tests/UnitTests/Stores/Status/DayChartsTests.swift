import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// What the charts of a day show, from the rows of a journal.
@Suite struct DayChartsTests {
    private let counter: Counter
    private let midnight: Date

    init() throws {
        counter = try Counter()
        midnight = counter.world.now
    }

    private func charts() throws -> DayCharts {
        try counter.storage.read { try StatusReading(reader: $0, since: midnight, now: counter.world.now).charts() }
    }

    private func pay(_ order: Int64, _ outcome: PaymentOutcome? = nil) throws {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace, result.amountMinor) = (Int(order), Int(order), Money.sample.minorUnits)
        try counter.write([.sending, .result(result, answer: .stored), .settled(outcome ?? .approved(result))], order)
    }

    @Test func anEmptyDayHasItsHoursAndNothingInThem() throws {
        counter.world.advance(by: .seconds(2 * 3_600 + 60))
        let charts = try charts()
        #expect(charts.hours.map(\.hour) == [0, 1, 2])
        #expect(charts.hours.allSatisfy { $0.payments == 0 && $0.net.isEmpty })
        #expect(charts.outcomes.isEmpty && charts.devices.isEmpty)
        #expect(charts.spans.map(\.below) == [5, 10, 20, 30, 60, nil])
    }

    @Test func eachPaymentCountsInTheHourInWhichItWasSettled() throws {
        try pay(1042)
        counter.world.advance(by: .seconds(3_600))
        try pay(1043)
        try pay(1044)
        try pay(1045, .notCharged(reason: "no card"))
        let charts = try charts()
        #expect(charts.hours.map(\.payments) == [1, 2])
        let sample = Money.sample
        #expect(charts.hours.map(\.net) == [[sample], [Money(minorUnits: 2 * sample.minorUnits, currency: .eur)]])
        #expect(charts.outcomes.map(\.count) == [3, 1])
        #expect(charts.spans.map(\.count).reduce(0, +) == 3)
    }

    @Test func aDeviceIsInTroubleInTheHourInWhichSomethingWentWrongAndUnusedBefore() throws {
        counter.world.advance(by: .seconds(3_600))
        try pay(1042)
        counter.world.advance(by: .seconds(3_600))
        try counter.write([.sending, .disturbed(.sample)], 1043)
        let terminal = try #require(charts().devices.first { !$0.isPrinter })
        #expect(terminal.address == Counter.terminal.description)
        #expect(terminal.hours == [.unused, .working, .trouble])
    }

    @Test(arguments: [(0, 0), (4_999, 0), (5_000, 1), (29_999, 3), (59_999, 4), (60_000, 5), (9_999_999, 5)])
    func aSpanBelongsToTheFirstBoundThatIsLonger(milliseconds: Int64, place: Int) {
        #expect(DayCharts.spans([milliseconds]).map(\.count).firstIndex(of: 1) == place)
    }

    @Test func aDayIsNeverLongerThanAClockChangeMakesIt() throws {
        counter.world.advance(by: .seconds(100 * 3_600))
        #expect(try charts().hours.count == 25)
    }
}
