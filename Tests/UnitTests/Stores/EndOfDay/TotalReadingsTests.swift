import Model
import Testing

@testable import Payments
@testable import Stores

/// What a terminal's sum may mean, as the protocol has no signs.
@Suite struct TotalReadingsTests {
    private static let day = ExpectedTotals.of([.taken(1000, 1)])

    private static func sums(_ totals: TerminalTotals, _ day: ExpectedTotals) -> Set<Int64> {
        Set(TotalReadings(totals, day).all.map(\.totalMinor))
    }

    @Test func aSumWithoutSchemesMayBeOfEitherSign() {
        var totals = TerminalTotals()
        totals.totalMinor = 2000
        #expect(Self.sums(totals, Self.day) == [2000, -2000])
        #expect(Self.sums(TerminalTotals(), Self.day) == [])
    }

    @Test func aSchemeThatTheTerminalCountsAsTheJournalFixesTheSign() {
        let day = ExpectedTotals.of([.taken(1000, 1), .taken(700, 2, .visa)])
        #expect(Self.sums(.of(1...3, [.mastercard: (1, 1000), .visa: (2, 1500)]), day) == [2500])
        #expect(Self.sums(.of(1...3, [.mastercard: (2, 1000), .visa: (2, 1500)]), day) == [2500, -2500])
    }

    @Test func theTerminalsOwnSumTellsWhichSchemeWasGivenBack() {
        var totals = TerminalTotals.of(1...2, [.mastercard: (1, 1000), .visa: (1, 3000)])
        totals.totalMinor = 2000
        #expect(Self.sums(totals, Self.day) == [-2000])
    }

    // MARK: In the report

    /// 10.00 were taken by the till, and 30.00 given back by hand at the terminal, which tells 20.00.
    @Test func moneyGivenBackByHandIsNotSaidToBeTaken() {
        let end = Reconciliation(Self.day, .of(1...2, [.mastercard: (2, 2000)]), [])
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.takenOrGivenBack(receipts: [2], takenMinor: 1000, givenBackMinor: 3000)])
    }

    /// A reservation that is in doubt changes no sum.
    @Test func whereAMissingReceiptExplainsTheSumNoReservationIsNamed() {
        let (missing, held) = (ExpectedTotals.LedgerEntry.taken(1250, 42), ExpectedTotals.LedgerEntry.taken(0, nil))
        let day = ExpectedTotals.of([missing, .taken(700, 43)], open: [held])
        let end = Reconciliation(day, .of(43...43, [.mastercard: (1, 700)]), [])
        #expect(end.differences.contains(.notCounted(missing)))
        #expect(!end.differences.contains(.mayBeBooked(held)))
    }

    @Test func whatTheTerminalToldOfAReceiptDecidesTheSign() {
        var day = Self.day
        day.known = [ExpectedTotals.ToldBooking(receipt: 2, amountMinor: 1000)]
        let end = Reconciliation(day, .of(1...2, [.mastercard: (2, 2000)]), [])
        #expect(end.remarks == [.startedAtTerminal(receipts: [2], amountMinor: 1000)])
    }

    /// A refund of 30.00 was called not made, and the terminal may have booked it.
    @Test func aRefundThatMayHaveBeenBookedLaterIsADifferenceIfTheSumMayMeanIt() {
        let refund = ExpectedTotals.LedgerEntry.taken(-3000, nil)
        var day = ExpectedTotals.of([.taken(1000, 1)], failed: [refund])
        let totals = TerminalTotals.of(1...2, [.mastercard: (2, 2000)])
        #expect(Reconciliation(day, totals, []).verdict == .agrees, "the terminal itself refused it")
        day.mayBeLate = [refund.payment: .receipt(1)]
        let end = Reconciliation(day, totals, [])
        #expect(end.verdict == .differs)
        #expect(end.differences.contains(.mayBeGivenBack(refund)))
        day.mayBeLate = [refund.payment: .receipt(2)]
        #expect(Reconciliation(day, totals, []).verdict == .agrees, "that receipt was there before it")
    }

    @Test func whereSumsAgreeButOneReceiptIsUnknownARefundOfTwiceTheSumIsNamed() {
        let refund = ExpectedTotals.LedgerEntry.taken(-2000, nil)
        var day = ExpectedTotals.of([.taken(1000, 1)], failed: [refund])
        day.mayBeLate = [refund.payment: .receipt(1)]
        let end = Reconciliation(day, .of(1...2, [.mastercard: (2, 1000)]), [])
        #expect(end.differences == [.mayBeGivenBack(refund)])
    }

    @Test func whatMayHaveBeenGivenBackTwiceIsSaidInPlainWords() {
        let refund = ExpectedTotals.LedgerEntry.taken(-2000, nil)
        var day = ExpectedTotals.of([.taken(1000, 1)], failed: [refund])
        day.mayBeLate = [refund.payment: .receipt(1)]
        let advice = Reconciliation(day, .of(1...2, [.mastercard: (2, 1000)]), []).advice
        #expect(
            advice.map { $0.sentence.text(in: .en) } == [
                "Receipt (-20.00 EUR, pay-none) does not stand in the journal. The terminal's sum, which has no sign, "
                    + "fits if it was made: the customer may have got the money twice."
            ])
        #expect(advice.map(\.difference.word) == ["may_be_booked"])
    }
}
