import Foundation
import Model
import Testing

@testable import Payments
@testable import Stores

/// The outcome of an end of day that was cut off, decided by what the terminal counts now.
@Suite struct EndOfDayRuleTests {
    private static let before = ExpectedTotals.of([.taken(1250, 42), .taken(700, 43, .visa)])
    private static let rule = EndOfDayRule(before: before, after: .of([.taken(300, 44)]), wasTold: false)
    /// Days for which a terminal may report empty totals.
    static let empty: [ExpectedTotals] = [.of([]), .of([.taken(1250, 42), .taken(-1250, 43)])]

    private static func withoutReceipts(_ sum: Int64) -> TerminalTotals {
        var totals = TerminalTotals()
        totals.totalMinor = sum
        return totals
    }

    @Test(arguments: [(0, 44), (42, 0), (10_000, 44), (42, 10_000), (-1, 44)])
    func numbersThatNoReceiptHasAreNoRange(first: Int, last: Int) {
        var totals = Self.withoutReceipts(1250)
        (totals.firstReceipt, totals.lastReceipt) = (42, 44)
        #expect(ReceiptRange(totals)?.count == 3)
        (totals.firstReceipt, totals.lastReceipt) = (first, last)
        #expect(ReceiptRange(totals) == nil)
    }

    @Test func aTerminalThatCountsNothingHasEndedItsDay() {
        #expect(Self.rule.judge(.of(nil, [:])) == .closed)
    }

    @Test func laterReceiptsAloneAreANewDay() {
        #expect(Self.rule.judge(.of(44...44, [.mastercard: (1, 300)])) == .closed)
    }

    @Test func aReceiptOfTheOldDayIsTheOldDay() {
        #expect(Self.rule.judge(.of(42...44, [.mastercard: (2, 1550), .visa: (1, 700)])) == .notClosed)
    }

    @Test(arguments: [(Int64(2250), EndOfDayRule.Verdict.notClosed), (Int64(300), EndOfDayRule.Verdict.closed)])
    func withoutReceiptNumbersTheSumDecides(sum: Int64, finding: EndOfDayRule.Verdict) {
        #expect(Self.rule.judge(Self.withoutReceipts(sum)) == finding)
    }

    /// More was given back than taken; the protocol transmits no sign.
    @Test func aSumBelowNothingIsToldWithoutItsSign() {
        let before = ExpectedTotals.of([.taken(-1250, nil)])
        let rule = EndOfDayRule(before: before, after: .of([.taken(300, nil)]), wasTold: false)
        #expect(rule.judge(Self.withoutReceipts(950)) == .notClosed)
        #expect(rule.judge(Self.withoutReceipts(300)) == .closed)
        let twice = EndOfDayRule(before: before, after: .of([.taken(625, nil)]), wasTold: false)
        #expect(twice.judge(Self.withoutReceipts(625)) == .unclear(EndOfDayRule.neither))
    }

    @Test func aSumThatIsNeitherDecidesNothing() {
        guard case .unclear = Self.rule.judge(Self.withoutReceipts(999)) else {
            return #expect(Bool(false), "it was decided")
        }
    }

    @Test func aTerminalThatTellsNothingDecidesNothing() {
        guard case .unclear = Self.rule.judge(TerminalTotals()) else { return #expect(Bool(false), "it was decided") }
    }

    /// What is in the day's own currency comes to nothing, and nobody knows how the terminal counts the rest.
    @Test(arguments: empty) func aDayWithMoneyInAnotherCurrencyNeverComesToNothing(empty: ExpectedTotals) {
        var before = empty
        before.foreign = [PaymentID(rawValue: "pay-yen")]
        let rule = EndOfDayRule(before: before, after: .of([]), wasTold: false)
        #expect(rule.judge(.of(nil, [:])) == .unclear(EndOfDayRule.severalCurrencies))
    }

    @Test func withMoneyInAnotherCurrencyASumAloneDecidesNothing() {
        var before = ExpectedTotals.of([.taken(1250, nil)])
        before.foreign = [PaymentID(rawValue: "pay-yen")]
        let rule = EndOfDayRule(before: before, after: .of([]), wasTold: false)
        #expect(rule.judge(Self.withoutReceipts(1250)) == .unclear(EndOfDayRule.severalCurrencies))
        #expect(rule.judge(.of(nil, [:])) == .closed, "what it counted is gone")
    }

    /// The terminal reports the same before and after its end of day.
    @Test(arguments: empty) func aTerminalThatCountsNothingOfAnEmptyDayDecidesNothing(before: ExpectedTotals) {
        #expect(EndOfDayRule(before: before, after: .of([]), wasTold: false).judge(.of(nil, [:])) == .alike)
        let after = ExpectedTotals.of([.taken(300, 44)])
        let now = TerminalTotals.of(44...44, [.mastercard: (1, 300)])
        #expect(EndOfDayRule(before: before, after: after, wasTold: false).judge(now) == .alike)
    }

    @Test(arguments: empty) func whatTheTerminalToldOfItsEndDecidesForAnEmptyDay(before: ExpectedTotals) {
        #expect(EndOfDayRule(before: before, after: .of([]), wasTold: true).judge(.of(nil, [:])) == .closed)
    }

    @Test func aReversedDayThatIsStillCountedIsTheOldDay() {
        let rule = EndOfDayRule(before: Self.empty[1], after: .of([]), wasTold: false)
        #expect(rule.judge(.of(42...43, [:])) == .notClosed)
    }

    /// The refund went to another card. A terminal that tells sums by scheme distinguishes such a day from an empty
    /// one.
    @Test func aDayThatComesToNothingInAllButNotByScheme() {
        let before = ExpectedTotals.of([.taken(1250, nil), .taken(-1250, nil, .visa)])
        let rule = EndOfDayRule(before: before, after: .of([]), wasTold: false)
        #expect(rule.judge(.of(nil, [:])) == .closed)
        #expect(rule.judge(Self.withoutReceipts(0)) == .alike)
    }

    @Test func whatTheTerminalToldOfItsEndStandsWhereItTellsNothingMore() {
        #expect(EndOfDayRule(before: Self.before, after: .of([]), wasTold: true).judge(nil) == .closed)
        guard case .unclear = Self.rule.judge(nil) else { return #expect(Bool(false), "it was decided") }
    }

    /// Some terminals restart their receipt numbers every day.
    @Test func aDayThatWasToldToHaveEndedIsEndedWhateverNumbersTheTerminalCountsNow() {
        let rule = EndOfDayRule(before: Self.before, after: .of([]), wasTold: true)
        #expect(rule.judge(.of(42...43, [.mastercard: (1, 1250), .visa: (1, 700)])) == .closed)
        #expect(rule.judge(.of(1...50, [.mastercard: (50, 60_000)])) == .closed)
    }

    @Test func oldNumbersInAnotherSumMayBeThoseOfANewDay() {
        let others = TerminalTotals.of(1...50, [.mastercard: (50, 60_000)])
        #expect(Self.rule.judge(others) == .unclear(EndOfDayRule.eitherDay))
        let part = TerminalTotals.of(43...44, [.mastercard: (2, 1000)])
        #expect(Self.rule.judge(part) == .unclear(EndOfDayRule.eitherDay), "a part of the old day is not the old day")
    }

    @Test func numbersThatDoNotBeginAtOneGoOnThoughTheTerminalTookPaymentsItself() {
        let more = TerminalTotals.of(42...45, [.mastercard: (3, 2450), .visa: (1, 700)])
        #expect(Self.rule.judge(more) == .notClosed)
    }

    @Test func aNewDayUnderOldNumbersIsKnownByItsOwnSum() {
        let rule = EndOfDayRule(
            before: .of([.taken(1250, 1), .taken(700, 2, .visa)]), after: .of([.taken(300, 1)]), wasTold: false)
        #expect(rule.judge(.of(1...1, [.mastercard: (1, 300)])) == .closed)
        #expect(rule.judge(.of(1...1, [.mastercard: (1, 301)])) == .unclear(EndOfDayRule.eitherDay))
    }

    /// More was given back on the old day than was taken since; the protocol transmits no sign.
    @Test(arguments: [-600, -500])
    func aSumThatBothDaysMayHaveUnderTheOldNumbersDecidesNothing(sum: Int64) {
        let verdict: EndOfDayRule.Verdict = sum == -600 ? .unclear(EndOfDayRule.eitherDay) : .closed
        let rule = EndOfDayRule(before: .of([.taken(sum, 42)]), after: .of([.taken(300, 42)]), wasTold: false)
        var now = Self.withoutReceipts(300)
        (now.firstReceipt, now.lastReceipt) = (42, 42)
        #expect(rule.judge(now) == verdict)
    }

    /// It counts a part of the old day as well, or not all that came after it.
    @Test func theSumOfTheNewDayUnderOtherNumbersThanItsOwnDecidesNothing() {
        #expect(Self.rule.judge(.of(43...44, [.mastercard: (1, 300)])) == .unclear(EndOfDayRule.eitherDay))
        let rule = EndOfDayRule(
            before: .of([.taken(1250, 42)]), after: .of([.taken(100, 42), .taken(200, 50)]), wasTold: false)
        #expect(rule.judge(.of(42...42, [.mastercard: (2, 300)])) == .unclear(EndOfDayRule.eitherDay))
        #expect(rule.judge(.of(42...50, [.mastercard: (2, 300)])) == .closed)
    }

    @Test func aSumOfNothingUnderTheOldNumbersDecidesNothing() {
        let rule = EndOfDayRule(before: .of([.taken(1250, 42)]), after: .of([]), wasTold: false)
        #expect(rule.judge(.of(42...42, [:])) == .unclear(EndOfDayRule.eitherDay))
    }
}

/// Which end of day a terminal repeats when it is asked for its last one.
@Suite struct RepeatedTotalsTests {
    private static let start = Date(timeIntervalSince1970: 1_795_294_800)  // 2026-11-21T21:00:00Z.
    private static let former = told(.of(30...41, [.mastercard: (12, 12_000)]), trace: 90, hour: 12)

    private static func told(_ totals: TerminalTotals, trace: Int?, hour: Int?) -> TerminalTotals {
        var totals = totals
        totals.trace = trace
        (totals.month, totals.day, totals.hour, totals.minute) = (11, 21, hour, 0)
        return totals
    }

    private static func judge(
        _ totals: TerminalTotals, before: ExpectedTotals = day, previous: TerminalTotals? = former,
        told: TerminalTotals? = nil, isClosed: Bool = false
    ) -> RepeatedTotals.Verdict {
        RepeatedTotals(
            before: before, previous: previous, told: told, startedAt: start, utcOffset: 0, isClosed: isClosed
        ).judge(totals)
    }

    private static let day = ExpectedTotals.of([.taken(1250, 42), .taken(700, 43, .visa)])

    private static let ours = TerminalTotals.of(42...43, [.mastercard: (1, 1250), .visa: (1, 700)])

    @Test func theyAreOursByTheirReceiptsTheirSumAndTheirTime() {
        #expect(Self.judge(Self.told(Self.ours, trace: 91, hour: 21)) == .ours)
        let more = TerminalTotals.of(42...44, [.mastercard: (2, 3250), .visa: (1, 700)])
        #expect(Self.judge(Self.told(more, trace: 91, hour: 21)) == .ours, "the terminal has taken a payment itself")
        #expect(Self.judge(Self.former, previous: nil) == .unknown)
        let part = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        #expect(Self.judge(Self.told(part, trace: 91, hour: 21)) == .unknown, "a receipt is missing")
        let other = TerminalTotals.of(42...43, [.mastercard: (2, 1951)])
        #expect(Self.judge(Self.told(other, trace: 91, hour: 21)) == .unknown, "the sum is another one")
    }

    /// Yesterday's day was ended without the till, and the terminal has restarted its receipt numbers since.
    @Test func yesterdaysTotalsUnderTheSameNumbersAreNotOurs() {
        let today = ExpectedTotals.of([.taken(1250, 1)])
        var yesterday = Self.told(.of(1...10, [.mastercard: (10, 12_000)]), trace: 91, hour: 21)
        yesterday.day = 20
        #expect(Self.judge(yesterday, before: today, previous: nil) == .unknown)
        #expect(Self.judge(Self.told(yesterday, trace: 91, hour: nil), before: today, previous: nil) == .unknown)
    }

    @Test func totalsFromBeforeTheLastBookingAreNotOursHoweverTheClocksDiffer() {
        var day = Self.day
        var early = Self.told(Self.ours, trace: 91, hour: 20)
        early.minute = 50
        #expect(Self.judge(early, before: day) == .ours, "the terminal's clock may be slow by some minutes")
        day.lastBooked = TransactionTimestamp(month: 11, day: 21, hour: 20, minute: 55, second: 0)
        #expect(Self.judge(early, before: day) == .unknown)
    }

    @Test func whereTheDayIsKnownToHaveEndedTheTotalsNeedNoTime() {
        #expect(Self.judge(Self.ours) == .unknown)
        #expect(Self.judge(Self.ours, isClosed: true) == .ours)
        let part = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        #expect(Self.judge(part, isClosed: true) == .unknown, "it may have ended another day since")
    }

    @Test func theVeryOnesThatTheTerminalToldBeforeAreOurs() {
        let told = Self.told(Self.ours, trace: 91, hour: 20)
        #expect(Self.judge(told) == .unknown)
        #expect(Self.judge(told, told: told) == .ours)
        #expect(Self.judge(Self.told(Self.ours, trace: 92, hour: 20), told: told) == .unknown, "one day is as another")
        #expect(Self.judge(Self.ours, told: Self.ours) == .unknown, "neither time nor trace number tells which")
    }

    /// Two days may have the same sum, the same receipts, and a second at the same time of the day.
    @Test func totalsThatDifferInAnythingFromThoseThatWereToldAreNotThem() {
        let told = Self.told(Self.ours, trace: 91, hour: 20)
        func judge(_ change: (inout TerminalTotals) -> Void) -> RepeatedTotals.Verdict {
            var totals = told
            change(&totals)
            return Self.judge(totals, told: told)
        }
        #expect(judge { $0.trace = nil } == .ours && judge { $0.hour = nil } == .ours)
        #expect(judge { ($0.trace, $0.hour) = (nil, nil) } == .unknown)
        #expect(judge { $0.hour = 19 } == .unknown)
        #expect(judge { $0.totalMinor = 1951 } == .unknown)
        #expect(judge { $0.schemes = TerminalTotals.of(42...43, [.mastercard: (2, 1950)]).schemes } == .unknown)
        #expect(judge { $0.firstReceipt = 41 } == .unknown && judge { $0.lastReceipt = 44 } == .unknown)
        var failed = told
        failed.resultCode = 0x05
        #expect(Self.judge(told, told: failed) == .unknown)
    }

    @Test func totalsWithoutASumAreNotThoseOfTheDayBefore() {
        var bare = TerminalTotals()
        (bare.resultCode, bare.trace) = (0, 90)
        #expect(Self.judge(bare, previous: bare) == .unknown)
    }

    /// The terminal's clock may be slow by some minutes; then its own last booking tells.
    @Test(arguments: [(nil, .ours), (31, .ours), (30, .ours), (29, .unknown)] as [(Int?, RepeatedTotals.Verdict)])
    func aTimeCountsToTheSecondIfItIsToldSo(second: Int?, verdict: RepeatedTotals.Verdict) {
        var day = Self.day
        day.lastBooked = TransactionTimestamp(month: 11, day: 21, hour: 20, minute: 55, second: 30)
        var totals = Self.told(Self.ours, trace: 91, hour: 20)
        (totals.minute, totals.second) = (55, second)
        #expect(Self.judge(totals, before: day) == verdict)
    }

    @Test func totalsInAnotherCurrencyAreNotOurs() {
        var francs = Self.told(Self.ours, trace: 91, hour: 21)
        francs.currencyNumber = 756
        #expect(Self.judge(francs) == .unknown)
    }

    @Test func theVeryOnesOfBeforeProveThatThereWasNoneSince() {
        #expect(Self.judge(Self.former, before: Self.day) == .previous)
        // A terminal without receipt numbers reports two empty days alike.
        let empty = TerminalTotals.of(nil, [:])
        #expect(Self.judge(empty, before: .of([]), previous: empty) == .unknown)
    }

    @Test(arguments: EndOfDayRuleTests.empty) func ofAnEmptyDayTheTimeTells(before: ExpectedTotals) {
        let empty = TerminalTotals.of(nil, [:])
        #expect(Self.judge(Self.told(empty, trace: 91, hour: 21), before: before) == .ours)
        #expect(Self.judge(Self.told(empty, trace: 91, hour: 20), before: before) == .unknown)
        #expect(Self.judge(Self.told(empty, trace: 91, hour: nil), before: before) == .unknown)
    }

    @Test func emptyTotalsAreNotThoseOfADayWithMoneyInAnotherCurrency() {
        var day = ExpectedTotals.of([])
        let empty = Self.told(.of(nil, [:]), trace: 91, hour: 21)
        #expect(Self.judge(empty, before: day) == .ours)
        day.foreign = [PaymentID(rawValue: "pay-yen")]
        #expect(Self.judge(empty, before: day) == .unknown)
    }

    @Test func aFailureIsNobodys() {
        var failed = TerminalTotals.of(42...43, [.mastercard: (1, 1250)])
        failed.resultCode = 0x05
        #expect(Self.judge(failed, before: Self.day) == .unknown)
    }
}
