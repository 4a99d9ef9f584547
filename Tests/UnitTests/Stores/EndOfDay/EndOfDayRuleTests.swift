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

    @Test func whatItStillCountsOfTheOldDayIsStrongerThanWhatItTold() {
        let rule = EndOfDayRule(before: Self.before, after: .of([]), wasTold: true)
        #expect(rule.judge(.of(42...43, [.mastercard: (1, 1250), .visa: (1, 700)])) == .notClosed)
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

    private static func judge(_ totals: TerminalTotals, before: ExpectedTotals, previous: TerminalTotals? = former)
        -> RepeatedTotals.Verdict
    {
        RepeatedTotals(before: before, previous: previous, startedAt: start, utcOffset: 0).judge(totals)
    }

    private static let day = ExpectedTotals.of([.taken(1250, 42), .taken(700, 43, .visa)])

    @Test func theyAreOursByTheirReceipts() {
        let ours = TerminalTotals.of(42...43, [.mastercard: (1, 1250), .visa: (1, 700)])
        #expect(Self.judge(ours, before: Self.day) == .ours)
        #expect(Self.judge(Self.former, before: Self.day, previous: nil) == .unknown)
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

    @Test func aFailureIsNobodys() {
        var failed = TerminalTotals.of(42...43, [.mastercard: (1, 1250)])
        failed.resultCode = 0x05
        #expect(Self.judge(failed, before: Self.day) == .unknown)
    }
}
