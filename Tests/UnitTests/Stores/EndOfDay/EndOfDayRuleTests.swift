import Model
import Testing

@testable import Stores

/// What became of an end of day that was cut off, by what the terminal counts now.
@Suite struct EndOfDayRuleTests {
    private static let rule = EndOfDayRule(
        before: .of([.taken(1250, 42), .taken(700, 43, .visa)]), after: .of([.taken(300, 44)]))

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

    @Test(arguments: [(Int64(2250), EndOfDayRule.Finding.notClosed), (Int64(300), EndOfDayRule.Finding.closed)])
    func withoutReceiptNumbersTheSumDecides(sum: Int64, finding: EndOfDayRule.Finding) {
        #expect(Self.rule.judge(Self.withoutReceipts(sum)) == finding)
    }

    @Test func aSumThatIsNeitherDecidesNothing() {
        guard case .unclear = Self.rule.judge(Self.withoutReceipts(999)) else {
            return #expect(Bool(false), "it was decided")
        }
    }

    @Test func aTerminalThatTellsNothingDecidesNothing() {
        guard case .unclear = Self.rule.judge(TerminalTotals()) else { return #expect(Bool(false), "it was decided") }
    }

    @Test func totalsToldAgainAreOursByTheirReceipts() {
        let ours = TerminalTotals.of(42...43, [.mastercard: (1, 1250), .visa: (1, 700)])
        let former = TerminalTotals.of(30...41, [.mastercard: (12, 12_000)])
        #expect(Self.rule.areOurs(ours, previous: former))
        #expect(!Self.rule.areOurs(former, previous: former))
        #expect(!Self.rule.areOurs(former, previous: nil))
    }
}
