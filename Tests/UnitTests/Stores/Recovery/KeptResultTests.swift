import Model
import Testing

@testable import Payments
@testable import Stores

/// What the terminal's last transaction says after a result was refused, and under the number of what it reverses.
@Suite struct KeptResultTests {
    private static let more = TransactionResult.approved(amount: 1350)

    private func judge(
        _ result: TransactionResult, told: TransactionResult? = nil, refused: TransactionResult? = nil,
        dayEnded: Bool = false, _ intent: PaymentIntent = .sample()
    ) -> RecoveryVerdict {
        LastTransactionMatcher(intent: intent, told: told, refused: refused, dayEnded: dayEnded)
            .judge(.transaction(result))
    }

    // MARK: A refused and an acknowledged result with the same numbers

    @Test func theAcknowledgedResultThatTheTerminalKeepsIsThePayment() {
        #expect(judge(.approved(), told: .approved(), refused: Self.more) == .approved(.approved()))
        let dollars = TransactionResult.approved(amount: 1320, currency: 840)
        #expect(judge(.approved(), told: .approved(), refused: dollars) == .approved(.approved()))
    }

    @Test func whatDiffersFromTheAcknowledgedResultInAnyNumberIsUnclear() {
        var (card, time, untold) = (
            TransactionResult.approved(), TransactionResult.approved(), TransactionResult.approved()
        )
        card.panLastDigits = "2222"
        time.minute = 40
        untold.amountMinor = nil
        var told = TransactionResult.approved()
        told.panLastDigits = "1111"
        for result in [card, time, untold, Self.more, .approved(terminalID: "29009999"), .approved(currency: 840)] {
            #expect(judge(result, told: told, refused: Self.more).isUnclear)
        }
        #expect(judge(.approved(), refused: Self.more).isUnclear, "it was never acknowledged")
        #expect(judge(Self.more, told: Self.more, refused: .approved()).isUnclear, "it is not what was asked for")
    }

    @Test func whatDiffersFromTheRefusedResultDoesNotShowThatTheDayHasEnded() {
        #expect(judge(.approved(), refused: Self.more) == .unclear(LastTransactionMatcher.differsFromRefused))
        #expect(
            judge(.approved(), refused: Self.more, dayEnded: true)
                == .unclear(LastTransactionMatcher.numbersBeganAgain))
    }

    // MARK: Reversals

    private static let reversal = PaymentIntent.sample(purpose: ToldBookingTests.reversal)

    private func underItsNumber(trace: Int = 123, names original: Int? = 121) -> TransactionResult {
        var result = TransactionResult.approved(receipt: 40)
        (result.trace, result.originalTrace) = (trace, original)
        return result
    }

    /// Another payment, with receipt 41, came in between.
    @Test func aReversalUnderTheReceiptNumberOfItsPaymentIsOurs() {
        #expect(judge(underItsNumber(), Self.reversal) == .approved(underItsNumber()))
    }

    @Test func whatIsNotCertainlyAReversalUnderThatNumberIsUnclear() {
        var older = underItsNumber()
        (older.hour, older.minute) = (9, 0)
        let others = [
            underItsNumber(trace: 122), underItsNumber(trace: 100), underItsNumber(names: 99),
            underItsNumber(names: nil), older,
        ]
        for result in others { #expect(judge(result, Self.reversal).isUnclear) }
        #expect(judge(underItsNumber()).isUnclear, "it is a payment")
        let untraced = PaymentIntent.sample(watermarkTrace: nil, purpose: ToldBookingTests.reversal)
        #expect(judge(underItsNumber(), untraced).isUnclear)
    }

    /// A terminal may tell a reversal with the trace of its payment.
    @Test func aRefusedReversalWithItsPaymentsTraceIsNotSaidToBeTakenBack() {
        var refused = TransactionResult.reversal(of: 121, receipt: 42)
        (refused.trace, refused.panLastDigits) = (121, "2222")
        #expect(judge(refused, refused: refused, Self.reversal) == .unclear(Sentence("reason.contradicts", [:])))
    }
}
