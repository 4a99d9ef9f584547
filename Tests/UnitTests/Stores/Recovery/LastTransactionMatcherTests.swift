import Foundation
import Model
import Testing

@testable import Payments
@testable import Stores

/// Whether the terminal's last transaction is ours, and its outcome.
@Suite struct LastTransactionMatcherTests {
    private func judge(
        _ result: TransactionResult, told: TransactionResult? = nil, intent: PaymentIntent = .sample()
    ) -> RecoveryVerdict {
        LastTransactionMatcher(intent: intent, told: told).judge(.transaction(result))
    }

    @Test func aNewerReceiptWithOurAmountIsOurs() {
        #expect(judge(.approved()) == .approved(.approved()))
    }

    @Test func theReceiptWeKnewBeforeMeansNothingWasBooked() {
        #expect(judge(.fromBefore) == .notBooked)
    }

    /// The booking that was seen has another amount, and nobody knows whether it is ours.
    @Test func afterABookingOfAnotherAmountNothingElseProvesAnything() {
        func verdict(_ result: TransactionResult, after seen: TransactionResult) -> RecoveryVerdict {
            LastTransactionMatcher(intent: .sample(), told: nil, seen: seen).judge(.transaction(result))
        }
        var seen = TransactionResult.approved(amount: 1150)
        var refused = TransactionResult.approved()
        refused.resultCode = 0x6C
        (refused.receiptNumber, refused.trace) = ((seen.receiptNumber ?? 0) + 1, (seen.trace ?? 0) + 1)
        #expect(judge(refused) == .declined(refused))
        #expect(verdict(refused, after: seen).isUnclear)
        // It has the seen number, and another trace.
        var alike = refused
        alike.receiptNumber = seen.receiptNumber
        #expect(verdict(alike, after: seen).isUnclear)
        var unnumbered = refused
        unnumbered.receiptNumber = nil
        if case .declined = judge(unnumbered) { #expect(verdict(unnumbered, after: seen).isUnclear) }
        // Another till's booking is reversed.
        var reversal = TransactionResult.approved()
        (reversal.receiptNumber, reversal.trace, reversal.originalTrace) = (
            (seen.receiptNumber ?? 0) + 2, (seen.trace ?? 0) + 2, (seen.trace ?? 0) + 1
        )
        #expect(judge(reversal) == .reversed(reversal))
        #expect(verdict(reversal, after: seen).isUnclear)
        reversal.originalTrace = seen.trace
        #expect(verdict(reversal, after: seen) == .reversed(reversal))
        seen.receiptNumber = nil
        #expect(verdict(refused, after: seen).isUnclear)
    }

    /// A person is told whether what was seen would fit.
    @Test func whatWasSeenBeforeIsToldAsWhatItIs() {
        func declined(receipt: Int = 43, trace: Int? = 124) -> TransactionResult {
            var result = TransactionResult.failed(0x6C)
            (result.receiptNumber, result.trace) = (receipt, trace)
            return result
        }
        func verdict(
            _ last: TransactionResult = declined(), _ change: (inout TransactionResult) -> Void
        ) -> RecoveryVerdict {
            var seen = TransactionResult.approved()
            change(&seen)
            return LastTransactionMatcher(intent: .sample(), told: nil, seen: seen).judge(.transaction(last))
        }
        let fits = RecoveryVerdict.unclear(Sentence("reason.seenBefore", ["receipt": 42]))
        let other = RecoveryVerdict.unclear(Sentence("reason.seenOther", ["receipt": 42]))
        #expect(verdict { _ in } == fits && verdict { $0.currencyNumber = nil } == fits)
        #expect(verdict { $0.currencyNumber = 840 } == other)
        #expect(verdict { $0.amountMinor = 1150 } == other && verdict { $0.amountMinor = nil } == other)
        #expect(verdict { $0.receiptNumber = nil } == .unclear(Sentence("reason.seenUnnumbered", [:])))
        // With its receipt number, only another trace shows that it is another one.
        for trace in [123, nil] {
            let same = declined(receipt: 42, trace: trace)
            #expect(verdict(same) { _ in } == .declined(same))
        }
        let untraced = declined(receipt: 42, trace: 124)
        #expect(verdict(untraced) { $0.trace = nil } == .declined(untraced) && verdict(untraced) { _ in } == fits)
    }

    @Test func aResultWeHadStoredThatIsGoneWasTakenBack() {
        #expect(judge(.fromBefore, told: .approved()) == .reversed(nil))
    }

    /// Some terminals repeat payments only.
    @Test(arguments: [TransactionPurpose.refund(of: nil), .reservation])
    func whatNotEveryTerminalRepeatsIsUnclearUntilThisOneHasRepeatedIt(_ purpose: TransactionPurpose) {
        for told in [nil, TransactionResult.approved()] {
            let unknown = PaymentIntent.sample(purpose: purpose, habits: TerminalHabits(cardPhaseSeconds: 60))
            #expect(judge(.fromBefore, told: told, intent: unknown).isUnclear)
            let known = TerminalHabits(cardPhaseSeconds: 60, repeatedKinds: [purpose.kind])
            let verdict = judge(.fromBefore, told: told, intent: .sample(purpose: purpose, habits: known))
            #expect(verdict == (told == nil ? .notBooked : .reversed(nil)))
        }
    }

    @Test(arguments: [TransactionPurpose.refund(of: nil), .reservation, TransactionPurposeTests.reversal])
    func whatATerminalRepeatsOfOtherKindsSaysNothing(_ purpose: TransactionPurpose) {
        let others = TransactionKind.allCases.filter { $0 != purpose.kind }
        for kinds in [others, [purpose.kind]] {
            let habits = TerminalHabits(cardPhaseSeconds: 60, repeatedKinds: kinds)
            let verdict = judge(.fromBefore, intent: .sample(purpose: purpose, habits: habits))
            #expect(kinds == others ? verdict.isUnclear : verdict == .notBooked, "\(kinds)")
        }
    }

    @Test func aReservationIsLookedForAmongThoseThatAreOpen() {
        let intent = PaymentIntent.sample(purpose: .reservation, habits: TerminalHabits(cardPhaseSeconds: 60))
        func judge(_ open: [Int]?, told: TransactionResult? = nil) -> RecoveryVerdict {
            let rule = LastTransactionMatcher(intent: intent, told: told)
            return rule.judge(openReservations: open, after: rule.judge(.transaction(.fromBefore)))
        }
        #expect(judge([]) == .notBooked)
        #expect(judge([], told: .approved()) == .reversed(nil))
        #expect(judge([40, 42], told: .approved()) == .approved(.approved()))
        #expect(judge([42]).isUnclear, "it may be another till's")
        #expect(judge([40]).isUnclear, "there may be more")
        #expect(judge(nil).isUnclear, "the terminal refuses the question")
    }

    /// Another terminal at the same address may have come to the same numbers.
    @Test func aResultWeHadStoredIsNotCalledTakenBackByATerminalThatMayBeAnother() {
        let unnamed = PaymentIntent.sample(terminalID: nil)
        #expect(judge(.fromBefore, told: .approved(), intent: unnamed) == .reversed(nil), "its time is told")
        var untimed = TransactionResult.fromBefore
        (untimed.terminalID, untimed.hour) = (nil, nil)
        #expect(judge(untimed, told: .approved()) == .reversed(nil), "the id was told at registration")
        #expect(judge(untimed, told: .approved(), intent: unnamed).isUnclear)
        #expect(judge(untimed, intent: unnamed) == .notBooked, "nothing was told that could be lost")
    }

    @Test func aReversalOfOurTraceTookItBack() {
        #expect(judge(.reversal(), told: .approved()) == .reversed(.reversal()))
    }

    @Test func aReversalOfAnotherTraceDecidesNothing() {
        #expect(judge(.reversal(of: 99), told: .approved()).isUnclear)
    }

    @Test func aReversalWithoutOurBeingToldIsOursOnlyIfItReversesSomethingNew() {
        #expect(judge(.reversal()) == .reversed(.reversal()))
        #expect(judge(.reversal(of: 122)).isUnclear)
        #expect(judge(.reversal(of: 1), intent: .sample(watermarkTrace: 999_999)) == .reversed(.reversal(of: 1)))
    }

    @Test func aFailureNewerThanTheIntentIsADecline() {
        #expect(judge(.failed(0x05)) == .declined(.failed(0x05)))
    }

    @Test func anotherAmountIsNotOurs() { #expect(judge(.approved(amount: 1249)).isUnclear) }
    @Test func anotherCurrencyIsNotOurs() { #expect(judge(.approved(currency: 840)).isUnclear) }
    @Test func anotherTerminalProvesNothing() { #expect(judge(.approved(terminalID: "29005678")).isUnclear) }
    @Test func anOlderReceiptThanTheOneKnownProvesNothing() { #expect(judge(.approved(receipt: 40)).isUnclear) }

    @Test func aReceiptDatedBeforeTheIntentIsNotOurs() {
        var result = TransactionResult.approved()
        result.hour = 8
        #expect(judge(result).isUnclear)
    }

    @Test func aTerminalWhoseClockIsWrongIsJudgedByItsOwnTimes() {
        var result = TransactionResult.approved()
        result.hour = 13
        #expect(judge(result) == .approved(result))
    }

    /// A failed payment may have shown the receipt number that the next booking gets, and the numbers begin again each
    /// day.
    @Test func aNewTraceUnderTheSameReceiptNumberIsANewTransaction() {
        #expect(judge(.approved(receipt: 41)) == .approved(.approved(receipt: 41)))
        #expect(judge(.approved(receipt: 41), told: .approved()).isUnclear)
    }

    @Test func anotherTransactionUnderTheSameReceiptNumberProvesNothing() {
        var (trace, time) = (TransactionResult.fromBefore, TransactionResult.fromBefore)
        trace.trace = 7
        #expect(judge(trace).isUnclear)
        (time.trace, time.hour) = (nil, 14)
        #expect(judge(time).isUnclear)
    }

    /// The terminal tells no receipt number.
    @Test func theTransactionFromBeforeIsKnownByItsTraceAndItsTime() {
        var old = TransactionResult.fromBefore
        old.receiptNumber = nil
        #expect(judge(old) == .notBooked)
        #expect(judge(old, told: .approved()) == .reversed(nil))
        old.trace = 7
        #expect(judge(old).isUnclear)
    }
    @Test func aTerminalClockAFewMinutesLateIsForgiven() {
        var result = TransactionResult.approved()
        (result.hour, result.minute) = (14, 12)
        #expect(judge(result) == .approved(result))
    }

    @Test(arguments: [(9999, 1, true), (9998, 3, true), (1, 9999, false), (42, 42, false), (5000, 1, false)])
    func receiptNumbersGoRoundInACircle(last: Int, next: Int, newer: Bool) {
        #expect(Watermark.receipt(last).isNewer(next) == newer)
    }

    @Test func aWrongAmountThatTheTerminalTookBackIsReversed() {
        let rule = LastTransactionMatcher(intent: .sample(), told: nil, refused: .approved(amount: 1251))
        var reversal = TransactionResult.reversal()
        reversal.amountMinor = 1251
        #expect(rule.judge(.transaction(reversal)) == .reversed(reversal))
    }

    @Test func aWrongAmountThatTheTerminalTurnedIntoAFailureIsReversed() {
        let rule = LastTransactionMatcher(intent: .sample(), told: nil, refused: .approved(amount: 1251))
        var failed = TransactionResult.approved(amount: 1251)
        failed.resultCode = 0x05
        #expect(rule.judge(.transaction(failed)) == .reversed(failed))
    }

    @Test func aWrongAmountThatTheTerminalKeepsIsUnclear() {
        let rule = LastTransactionMatcher(intent: .sample(), told: nil, refused: .approved(amount: 1251))
        #expect(rule.judge(.transaction(.approved(amount: 1251))).isUnclear)
    }

    @Test func withoutAKnownReceiptNothingCanBeTold() {
        #expect(judge(.approved(), intent: .sample(watermark: .unknown)).isUnclear)
    }

    @Test func theVeryTransactionWeWereToldOfIsOursWhateverWasKnownBefore() {
        #expect(judge(.approved(), told: .approved(), intent: .sample(watermark: .unknown)) == .approved(.approved()))
    }

    @Test func aFailureWithTheNumbersOfAnOlderTransactionDoesNotMakeThatOneOurs() {
        var failed = TransactionResult.failed(0x05)
        failed.receiptNumber = 41
        #expect(judge(.fromBefore, told: failed) == .notBooked)
    }

    @Test func anotherTransactionThanTheOneWeWereToldOfIsNotOurs() {
        var other = TransactionResult.approved(receipt: 43)
        other.trace = 124
        #expect(judge(other, told: .approved()).isUnclear)
    }

    @Test func aReversalWeWereToldOfIsRecognisedWhenItIsRepeated() {
        #expect(judge(.reversal(), told: .reversal()) == .reversed(.reversal()))
    }

    /// The terminal's end of day may have cleared what it booked.
    @Test(arguments: [nil, TransactionResult.failed(0x6C)])
    func aTerminalThatStillHasNothingToRepeatProvesNothing(_ told: TransactionResult?) {
        let intent = PaymentIntent.sample(watermark: .nothingStored(code: 0x64), habits: TerminalHabits())
        let rule = LastTransactionMatcher(intent: intent, told: told)
        #expect(rule.judge(.nothing(code: 0x64)).isUnclear)
    }

    @Test func aTerminalThatToldOfASuccessAndHasNothingToRepeatProvesNothing() {
        let rule = LastTransactionMatcher(
            intent: .sample(watermark: .nothingStored(code: 0x64)), told: TransactionResult(resultCode: 0))
        #expect(rule.judge(.nothing(code: 0x64)).isUnclear)
    }

    @Test func aTerminalThatSuddenlyHasNothingToRepeatProvesNothing() {
        #expect(LastTransactionMatcher(intent: .sample(), told: nil).judge(.nothing(code: 0x64)).isUnclear)
        #expect(LastTransactionMatcher(intent: .sample(), told: nil).judge(.silent).isUnclear)
    }

    @Test func aTerminalThatCannotRepeatProvesNothing() {
        let rule = LastTransactionMatcher(intent: .sample(watermark: .nothingStored(code: 0x83)), told: nil)
        #expect(rule.judge(.refused(code: 0x83)).isUnclear)
    }

    @Test func aReversalAfterAWrongPINIsOursWhateverTraceThePINHad() {
        var wrongPIN = TransactionResult.failed(0x37)
        wrongPIN.trace = 122
        #expect(judge(.reversal(), told: wrongPIN) == .reversed(.reversal()))
    }

    @Test func anIntentOnNewYearsEveMatchesAReceiptOfNewYear() {
        var result = TransactionResult.approved()
        (result.month, result.day, result.hour, result.minute) = (1, 1, 0, 5)
        // It is 23:52 on 31 December at the kiosk.
        let eve = PaymentIntent.sampleStart.addingTimeInterval(40 * 86_400 + 9 * 3600 + 30 * 60)
        #expect(judge(result, intent: .sample(startedAt: eve)) == .approved(result))
    }
}

extension RecoveryVerdict {
    var isUnclear: Bool {
        if case .unclear = self { true } else { false }
    }
}
