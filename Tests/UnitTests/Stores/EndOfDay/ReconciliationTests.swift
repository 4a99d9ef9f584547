import Model
import Testing

@testable import Payments
@testable import Stores

/// The journal compared with the terminal's totals, by scheme and by receipt number.
@Suite struct ReconciliationTests {
    private static let day = [
        ExpectedTotals.LedgerEntry.taken(1250, 42), .taken(700, 43, .visa), .taken(300, 44, .girocard),
    ]

    private static let told: [CardScheme: (count: Int, sum: Int64)] = [
        .mastercard: (1, 1250), .visa: (1, 700), .girocard: (1, 300),
    ]

    // MARK: Agreement

    @Test func aDayThatBothKnowAlikeAgrees() {
        let end = Reconciliation(.of(Self.day), .of(42...44, Self.told), [])
        #expect(end.verdict == .agrees)
        #expect(end.journalMinor == 2250 && end.terminalMinor == 2250)
        #expect(end.schemes.map(\.scheme) == [.girocard, .mastercard, .visa])
        #expect(end.differences.isEmpty && end.remarks.isEmpty)
    }

    @Test func aDayOnWhichNothingHappenedAgrees() {
        let end = Reconciliation(.of([]), .of(nil, [:]), [])
        #expect(end.verdict == .agrees)
        #expect(end.firstReceipt == nil)
    }

    @Test func whatWasGivenBackIsTakenOff() {
        let day = ExpectedTotals.of([.taken(1250, 42), .taken(-450, 43)])
        let end = Reconciliation(day, .of(42...43, [.mastercard: (2, 800)]), [])
        #expect(end.verdict == .agrees)
    }

    /// Some terminals do not count a reversed payment, others count it and its reversal.
    @Test(arguments: [0, 2]) func aReversedPaymentComesToNothingHoweverItIsCounted(count: Int) {
        let day = ExpectedTotals.of([.taken(1250, 42), .taken(-1250, 43)])
        let told: [CardScheme: (count: Int, sum: Int64)] = [.mastercard: (count, Int64(0))]
        let end = Reconciliation(day, .of(42...43, told), [])
        #expect(end.verdict == .agrees && end.remarks.isEmpty)
    }

    @Test func aFailedTryUsesUpAReceiptNumberAndNothingElse() {
        let day = ExpectedTotals.of([.taken(1250, 42)], failed: [.taken(700, 43)])
        let end = Reconciliation(day, .of(42...43, [.mastercard: (1, 1250)]), [])
        #expect(end.verdict == .agrees && end.remarks.isEmpty)
    }

    @Test func receiptNumbersWrap() {
        let day = ExpectedTotals.of([.taken(100, 9998), .taken(200, 9999), .taken(300, 1)])
        var totals = TerminalTotals.of(1...1, [.mastercard: (3, 600)])
        (totals.firstReceipt, totals.lastReceipt) = (9998, 1)
        let end = Reconciliation(day, totals, [])
        #expect(end.verdict == .agrees && end.remarks.isEmpty)
    }

    @Test func aCardThatTerminalsCountDifferentlyMayBeInAnyScheme() {
        let day = ExpectedTotals.of([.taken(1250, 42), .taken(700, 43, nil)])
        let together = Reconciliation(day, .of(42...43, [.mastercard: (2, 1950)]), [])
        let apart = Reconciliation(day, .of(42...43, [.mastercard: (1, 1250), .other: (1, 700)]), [])
        #expect(together.verdict == .agrees && apart.verdict == .agrees)
    }

    /// The terminal tells a scheme's count in one byte.
    @Test func moreThanTwoHundredAndFiftyFivePaymentsOfASchemeAgree() {
        let day = ExpectedTotals.of((1...300).map { .taken(100, $0) })
        let end = Reconciliation(day, .of(1...300, [.mastercard: (300 - 256, 30_000)]), [])
        #expect(end.verdict == .agrees && end.remarks.isEmpty)
    }

    @Test func aSumWithoutSchemesIsComparedAsASum() {
        var totals = TerminalTotals.of(42...44, Self.told)
        totals.schemes = nil
        #expect(Reconciliation(.of(Self.day), totals, []).verdict == .agrees)
    }

    @Test func withoutTotalsNothingIsClaimed() {
        #expect(Reconciliation(.of(Self.day), nil, []).verdict == .notComparable)
        #expect(Reconciliation(.of(Self.day), TerminalTotals(), []).verdict == .notComparable)
    }

    // MARK: Transactions started at the terminal itself

    @Test func aPaymentStartedAtTheTerminalShowsAsSuchAndIsNoDifference() {
        var told = Self.told
        told[.visa] = (2, 1600)
        let end = Reconciliation(.of(Self.day), .of(42...45, told), [])
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.startedAtTerminal(receipts: [45], amountMinor: 900)])
    }

    @Test func severalOfThemComeToOneAmount() {
        let day = ExpectedTotals.of([.taken(1250, 42), .taken(700, 45, .visa)])
        let end = Reconciliation(day, .of(42...45, [.mastercard: (2, 2250), .visa: (2, 1000)]), [])
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.takenOrGivenBack(receipts: [43, 44], takenMinor: 1300, givenBackMinor: 5200)])
    }

    @Test func whatCameToNothingThereIsStillListed() {
        let end = Reconciliation(.of([.taken(1250, 42)]), .of(42...43, [.mastercard: (1, 1250)]), [])
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.startedAtTerminal(receipts: [43], amountMinor: 0)])
    }

    /// One unknown receipt number cannot stand for two payments. A terminal gives a number to a payment that the till
    /// cancelled, and does not tell it.
    @Test func whatTheTillItselfCancelledIsNotCalledStartedAtTheTerminal() {
        var day = ExpectedTotals.of([.taken(1250, 42), .taken(700, 45, .visa)])
        let untold = ExpectedTotals.Attempt(receipts: [], isUntold: true)
        day.attempts = [
            ExpectedTotals.Attempt(receipts: [42], isUntold: false), untold, untold,
            ExpectedTotals.Attempt(receipts: [45], isUntold: false), untold,
        ]
        let told: [CardScheme: (count: Int, sum: Int64)] = [.mastercard: (1, 1250), .visa: (1, 700)]
        #expect(Reconciliation(day, .of(42...46, told), []).remarks == [])
        // The totals have one payment more than this till began.
        #expect(
            Reconciliation(day, .of(42...47, told), []).remarks == [
                .startedAtTerminal(receipts: [46, 47], amountMinor: 0)
            ])
        // What the totals have besides was taken at the terminal, and was not cancelled.
        let more = Reconciliation(day, .of(42...46, [.mastercard: (2, 2250), .visa: (1, 700)]), [])
        #expect(more.remarks == [.startedAtTerminal(receipts: [43, 44, 46], amountMinor: 1000)])
    }

    /// The terminal told before what those receipts are.
    @Test func whatTheTerminalsOwnReceiptsDoNotComeToIsADifference() {
        var day = ExpectedTotals.of([.taken(1250, 42)])
        day.known = [ExpectedTotals.ToldBooking(receipt: 43, amountMinor: 900), .init(receipt: 44, amountMinor: 500)]
        func verdict(_ surplus: Int64, _ receipts: ClosedRange<Int> = 42...44) -> Reconciliation.Verdict {
            Reconciliation(day, .of(receipts, [.mastercard: (2, 1250 + surplus)]), []).verdict
        }
        for surplus: Int64 in [900, 500, 1400] { #expect(verdict(surplus) == .agrees, "\(surplus)") }
        for surplus: Int64 in [100, 899, 901, 1401] { #expect(verdict(surplus) == .differs, "\(surplus)") }
        #expect(verdict(100, 42...45) == .agrees, "nothing is known of receipt 45")
    }

    @Test func fewerUnknownReceiptsThanPaymentsExplainNothing() {
        let end = Reconciliation(.of([.taken(1250, 42)]), .of(42...43, [.mastercard: (3, 3250)]), [])
        #expect(end.verdict == .differs)
        #expect(end.remarks == [.startedAtTerminal(receipts: [43], amountMinor: nil)])
    }

    @Test func whatADoubtWouldExplainIsNotTakenForAPaymentAtTheTerminal() {
        let doubt = ExpectedTotals.LedgerEntry.taken(900, nil)
        let day = ExpectedTotals.of([.taken(1250, 42)], open: [doubt])
        let end = Reconciliation(day, .of(42...43, [.mastercard: (2, 2150)]), [])
        #expect(end.verdict == .differs)
        #expect(end.differences.contains(.mayBeBooked(doubt)))
        #expect(end.remarks.contains(.inDoubt(doubt)))
    }

    /// A payment that was called not charged and was booked later has a receipt number that no result told.
    @Test func whatMayHaveBeenBookedLaterIsNotTakenForAPaymentAtTheTerminal() {
        let lost = ExpectedTotals.LedgerEntry.taken(900, nil)
        let declined = ExpectedTotals.LedgerEntry.taken(900, 41)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [declined, lost])
        let told = TerminalTotals.of(42...43, [.mastercard: (2, 2150)])
        #expect(Reconciliation(day, told, []).verdict == .agrees, "what the terminal ended itself was not booked")
        for before in [Watermark.receipt(42), .unknown] {
            day.mayBeLate = [lost.payment: before]
            let end = Reconciliation(day, told, [])
            #expect(end.verdict == .differs)
            #expect(end.differences.contains(.mayBeBooked(lost)) && !end.differences.contains(.mayBeBooked(declined)))
        }
        let other = TerminalTotals.of(42...43, [.mastercard: (2, 2050)])
        #expect(Reconciliation(day, other, []).verdict == .agrees, "of another amount")
        day.mayBeLate = [lost.payment: .receipt(43)]
        #expect(Reconciliation(day, told, []).verdict == .agrees, "that number was there before it")
        day.mayBeLate = [lost.payment: .receipt(42)]
        day.known = [ExpectedTotals.ToldBooking(receipt: 43, amountMinor: 900)]
        #expect(Reconciliation(day, told, []).verdict == .agrees, "the terminal told what that receipt is")
        let both = TerminalTotals.of(42...44, [.mastercard: (3, 3050)])
        #expect(Reconciliation(day, both, []).verdict == .differs, "and one more of that amount")
    }

    /// A booking that came after the payment was called not charged stands beside what was taken at the terminal itself.
    @Test func whatMayHaveBeenBookedLaterIsToldAlsoInsideALargerSurplus() {
        let lost = ExpectedTotals.LedgerEntry.taken(900, nil)
        let declined = ExpectedTotals.LedgerEntry.taken(900, 41)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [declined, lost])
        let told = TerminalTotals.of(42...44, [.mastercard: (3, 2650)])
        #expect(Reconciliation(day, told, []).verdict == .agrees, "what the terminal ended itself was not booked")
        for before in [Watermark.receipt(42), .receipt(43), .unknown] {
            day.mayBeLate = [lost.payment: before]
            let end = Reconciliation(day, told, [])
            #expect(end.verdict == .differs)
            #expect(end.differences.contains { $0.word == "may_be_booked" && $0.entry == lost })
            #expect(!end.differences.contains { $0.entry == declined })
        }
    }

    /// A person has read the terminal's journal, but not what came after.
    @Test func whatAPersonSaidWasNotBookedIsAskedAboutOnlyForItsWholeAmount() {
        let stated = ExpectedTotals.LedgerEntry.taken(900, nil)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [stated])
        (day.mayBeLate, day.stated) = ([stated.payment: .receipt(42)], [stated.payment])
        let whole = Reconciliation(day, .of(42...43, [.mastercard: (2, 2150)]), [])
        #expect(whole.verdict == .differs && whole.differences.contains(.mayBeBooked(stated)))
        let larger = Reconciliation(day, .of(42...44, [.mastercard: (3, 2650)]), [])
        #expect(larger.verdict == .agrees)
        day.mayBeLate = [stated.payment: .receipt(43)]
        let read = Reconciliation(day, .of(42...43, [.mastercard: (2, 2150)]), [])
        #expect(read.verdict == .agrees, "the person has read that number too")
    }

    @Test func whatCannotHideInALargerSurplusIsNoDifference() {
        let lost = ExpectedTotals.LedgerEntry.taken(900, nil)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [lost])
        let told = TerminalTotals.of(42...44, [.mastercard: (3, 2650)])
        day.mayBeLate = [lost.payment: .receipt(44)]
        #expect(Reconciliation(day, told, []).verdict == .agrees, "both numbers were there before it")
        day.mayBeLate = [lost.payment: .receipt(42)]
        let less = TerminalTotals.of(42...44, [.mastercard: (3, 2050)])
        #expect(Reconciliation(day, less, []).verdict == .agrees, "it is more than what was taken there")
        let single = TerminalTotals.of(42...44, [.mastercard: (2, 2650)])
        #expect(Reconciliation(day, single, []).verdict == .agrees, "the terminal counts one more, of another amount")
        day.known = [ExpectedTotals.ToldBooking(receipt: 43, amountMinor: 500), .init(receipt: 44, amountMinor: 900)]
        #expect(Reconciliation(day, told, []).verdict == .agrees, "the terminal told what both are")
        day.known = [ExpectedTotals.ToldBooking(receipt: 43, amountMinor: 300)]
        #expect(Reconciliation(day, told, []).verdict == .agrees, "one number is left, and it has another amount")
    }

    /// A refund that was called not made lowers the surplus in which it hides.
    @Test func aRefundThatMayHaveBeenBookedLaterIsToldInsideASurplus() {
        let lost = ExpectedTotals.LedgerEntry.taken(-900, nil)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [lost])
        day.mayBeLate = [lost.payment: .receipt(42)]
        let end = Reconciliation(day, .of(42...44, [.mastercard: (3, 2650)]), [])
        #expect(end.differences.contains { $0.word == "may_be_booked" && $0.entry == lost })
    }

    @Test func aTerminalThatTellsNoReceiptsMayHideALateBookingInAnySurplus() {
        let lost = ExpectedTotals.LedgerEntry.taken(900, nil)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [lost])
        let told = TerminalTotals.of(nil, [.mastercard: (3, 2650)])
        #expect(!Reconciliation(day, told, []).differences.contains { $0.entry == lost })
        day.mayBeLate = [lost.payment: .receipt(42)]
        #expect(Reconciliation(day, told, []).differences.contains { $0.word == "may_be_booked" && $0.entry == lost })
    }

    // MARK: Differences

    @Test func aSumTooSmallNamesTheReceiptThatWouldExplainIt() {
        let end = Reconciliation(
            .of(Self.day), .of(42...44, [.mastercard: (1, 1250), .girocard: (1, 300)]), [])
        #expect(end.verdict == .differs)
        #expect(
            end.differences == [
                .total(journal: 2250, terminal: 1550), .scheme(.visa, journal: 700, terminal: 0),
                .mayBeTakenBack(.taken(700, 43, .visa)),
            ])
    }

    @Test func aSumTooLargeNamesTheTryThatTheTerminalMayHaveBooked() {
        let lost = ExpectedTotals.LedgerEntry.taken(900, 43, .visa)
        let end = Reconciliation(
            .of([.taken(1250, 42)], failed: [lost]), .of(42...43, [.mastercard: (1, 1250), .visa: (1, 900)]), [])
        #expect(
            end.differences == [
                .total(journal: 1250, terminal: 2150), .scheme(.visa, journal: 0, terminal: 900), .mayBeBooked(lost),
            ])
    }

    @Test func whatTheTerminalDeliveredBeforeIsNamedByItsReceipts() {
        let end = Reconciliation(
            .of(Self.day), .of(44...44, [.girocard: (1, 300)]), [])
        #expect(
            end.differences.suffix(2) == [.notCounted(.taken(1250, 42)), .notCounted(.taken(700, 43, .visa))])
    }

    @Test func anEmptyTerminalCountedNothingOfTheJournal() {
        let end = Reconciliation(.of([.taken(1250, 42)]), .of(nil, [:]), [])
        #expect(end.differences.last == .notCounted(.taken(1250, 42)))
    }

    @Test func aPaymentUnderAnotherSchemeIsADifferenceOfSchemesOnly() {
        let end = Reconciliation(.of([.taken(1250, 42)]), .of(42...42, [.visa: (1, 1250)]), [])
        #expect(
            end.differences == [
                .scheme(.mastercard, journal: 1250, terminal: 0), .scheme(.visa, journal: 0, terminal: 1250),
            ])
    }

    @Test func aTerminalWhoseSumIsNotThatOfItsSchemesContradictsItself() {
        var totals = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        totals.totalMinor = 1350
        let end = Reconciliation(.of([.taken(1250, 42)]), totals, [])
        #expect(end.differences.first == .terminalContradictsItself(total: 1350, schemes: 1250))
    }

    @Test func anotherTerminalsTotalsProveNothing() {
        let end = Reconciliation(.of(Self.day), .of(42...44, Self.told), [], terminalID: "29009999")
        #expect(end.differences == [.otherTerminal(journal: "29009999", terminal: "29001234")])
    }

    @Test func aPaymentInAnotherCurrencyIsNotAddedUp() {
        var day = ExpectedTotals.of(Self.day)
        day.foreign = [PaymentID(rawValue: "pay-yen")]
        let end = Reconciliation(day, .of(42...44, Self.told), [])
        #expect(end.differences == [.otherCurrency(PaymentID(rawValue: "pay-yen"))])
    }

    @Test func totalsInAnotherCurrencyAreADifference() {
        var totals = TerminalTotals.of(42...44, Self.told)
        totals.currencyNumber = 978
        #expect(Reconciliation(.of(Self.day), totals, []).verdict == .agrees)
        totals.currencyNumber = 756
        #expect(Reconciliation(.of(Self.day), totals, []).differences == [.totalsInOtherCurrency("CHF")])
    }

    @Test func aCountThatCannotBeIsRemarkedOnAndNoMore() {
        let end = Reconciliation(.of([.taken(1250, 42)]), .of(42...42, [.mastercard: (5, 1250)]), [])
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.counts(journal: 1...1, terminal: 5)])
    }

    // MARK: Orders

    private static func orders(_ books: OrderReconciliation...) -> Reconciliation {
        Reconciliation(.of([]), .of(nil, [:]), books)
    }

    @Test func ordersThatTheirPaymentsStandForAgree() {
        #expect(Self.orders(.of(1042, standing: ["a"], paidBy: "a", shop: .processing)).verdict == .agrees)
    }

    // MARK: More given back than taken

    /// The protocol transmits no sign.
    @Test func aDayThatComesToLessThanNothingAgreesWithWhatIsToldOfIt() {
        let day = ExpectedTotals.of([.taken(1250, 42, .girocard), .taken(-1949, 43)])
        var totals = TerminalTotals.of(42...43, [.girocard: (1, 1250), .mastercard: (1, 1949)])
        totals.totalMinor = 699
        let books = Reconciliation(day, totals, [])
        #expect(books.verdict == .agrees, "\(books.differences)")
        #expect(books.terminalMinor == -699)
        #expect(books.schemes.map(\.terminalMinor) == [1250, -1949])
    }

    @Test func whatIsToldBySumAloneHasNoSignEither() {
        var totals = TerminalTotals()
        totals.totalMinor = 699
        #expect(Reconciliation(.of([.taken(-699, 43)]), totals, []).verdict == .agrees)
        #expect(Reconciliation(.of([.taken(-700, 43)]), totals, []).verdict == .differs)
    }

    /// 2.00 were taken at the terminal itself. It is unknown whether that is more or less than was given back here.
    @Test func whatWasTakenAtTheTerminalBesidesIsOfNoKnownAmount() {
        let totals = TerminalTotals.of(43...44, [.mastercard: (2, 499)])
        let books = Reconciliation(.of([.taken(-699, 43)]), totals, [])
        #expect(books.verdict == .agrees, "\(books.differences)")
        #expect(books.remarks.first == .startedAtTerminal(receipts: [44], amountMinor: nil))
    }

    @Test func woocommerce9297_anOrderPaidTwiceIsNamedWithBothPayments() {
        let end = Self.orders(.of(1042, standing: ["a", "b"], paidBy: "a"))
        let both = ["a", "b"].map(PaymentID.init(rawValue:))
        #expect(end.differences == [.order("1042", .paidTwice(by: both))])
    }

    @Test func aPaymentWhoseOrderIsNotMarkedPaidIsNamed() {
        #expect(
            Self.orders(.of(1042, standing: ["a"])).differences
                == [.order("1042", .notMarkedPaid(PaymentID(rawValue: "a")))])
    }

    @Test func anOrderMarkedPaidByWhatDoesNotStandIsNamed() {
        #expect(
            Self.orders(.of(1042, paidBy: "a")).differences
                == [.order("1042", .markedPaidBy(PaymentID(rawValue: "a")))])
    }

    @Test func aShopThatWasToldAndSaysUnpaidDiffers() {
        #expect(
            Self.orders(.of(1042, standing: ["a"], paidBy: "a", shop: .pending)).differences
                == [.order("1042", .unpaidInShop(PaymentID(rawValue: "a")))])
    }

    @Test func aShopThatWasNotToldYetIsNoDifference() {
        let end = Self.orders(.of(1042, standing: ["a"], paidBy: "a", shop: .pending, told: false))
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.shopNotToldYet(order: "1042")])
    }

    @Test func anOrderThatTheShopHasPaidElsewhereIsRemarkedOn() {
        let end = Self.orders(.of(1042, shop: .completed))
        #expect(end.verdict == .agrees)
        #expect(end.remarks == [.paidElsewhere(order: "1042")])
    }
}
