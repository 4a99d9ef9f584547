import Failures
import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// A terminal that keeps a booking of 0.00 has charged nothing; a person settles the transaction by the numbers of that
/// booking.
@Suite struct BookedNothingTests {
    private func outcome(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent], words: String? = "journal, 14:40",
        intent: PaymentIntent = .sample()
    ) throws -> PaymentOutcome {
        try PaymentHistory.sent(events, intent).outcome(of: statement, words: words)
    }

    private func code(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent], words: String? = "journal, 14:40"
    ) -> String? {
        do {
            _ = try outcome(statement, events, words: words)
            return nil
        } catch { return (error as? Failure)?.code }
    }

    private static func typedZero(receipt: Int? = 42, trace: Int = 123) -> OperatorEvidence.Statement {
        .booked(receipt: receipt, trace: trace, amount: .zero(.eur))
    }

    private static let zero = TransactionResult.approved(amount: 0)
    private static let seenZero = PaymentEvent.evidence(
        .transaction(zero), .unclear(LastTransactionMatcher.otherAmount))

    @Test(
        arguments: [
            [.result(zero, answer: .refuse), .evidence(.transaction(zero), .unclear(""))], [seenZero],
            [.result(.approved(amount: 0, currency: 840), answer: .refuse)],
        ] as [[PaymentEvent]])
    func byABookingOfNothingThatTheTerminalKeepsNothingWasCharged(events: [PaymentEvent]) throws {
        #expect(try outcome(Self.typedZero(), events).word == "not_charged")
        #expect(code(Self.typedZero(), events, words: nil) == "settlement.otherAmount", "where was it read?")
        #expect(code(Self.typedZero(receipt: 43), events) == "payment.badAmount", "the terminal told of no such one")
        #expect(code(Self.typedZero(trace: 124), events) == "payment.badAmount")
    }

    @Test func aBookingOfNothingIsTakenFromATerminalWithoutReceiptNumbers() throws {
        var zero = Self.zero
        zero.receiptNumber = nil
        let events = [PaymentEvent.result(zero, answer: .refuse), .evidence(.transaction(zero), .unclear(""))]
        let intent = PaymentIntent.sample(watermark: .unknown)
        #expect(try outcome(Self.typedZero(receipt: nil), events, intent: intent).word == "not_charged")
    }

    /// What nobody told, or what is not all that was told, cannot be called nothing by typing 0.00.
    @Test(
        arguments: [
            [], [.result(.approved(), answer: .stored)],
            [.result(.approved(), answer: .stored), .result(zero, answer: .refuse)],
            [.result(.approved(amount: 1251), answer: .refuse), seenZero],
        ] as [[PaymentEvent]])
    func nothingIsTypedOnlyOfWhatTheTerminalToldSo(events: [PaymentEvent]) {
        #expect(code(Self.typedZero(), events) == "payment.badAmount")
    }

    /// A release may tell what is charged, so its 0.00 does not say that nothing happened.
    @Test func zeroMeansNothingUnlessAReleaseTellsIt() {
        func isNothing(_ purpose: TransactionPurpose) -> Bool {
            let history = PaymentHistory.sent([.result(Self.zero, answer: .refuse)], .sample(purpose: purpose))
            return OperatorRule(history: history).isToldAsNothing(42, 123)
        }
        let others: [TransactionPurpose] = [
            .payment, .refund(of: nil), .reservation, ReservationRuleTests.booking, TransactionPurposeTests.reversal,
        ]
        for purpose in others { #expect(isNothing(purpose), "\(purpose)") }
        #expect(!isNothing(ReservationRuleTests.release))
    }

    @Test func whatIsSettledAsNothingKeepsTheAmountThatWasAskedFor() throws {
        let evidence = OperatorEvidence(Self.typedZero(), words: "slip", operatorName: "käthe")
        var after = PaymentHistory.sent([.result(Self.zero, answer: .refuse)])
        after.apply(.operatorSettled(evidence, try OperatorRule(history: after).outcome(of: evidence)))
        #expect(after.amount == .sample && after.otherAmount == nil)
    }

    /// The amount of a release may be told as 0.00; that frees the reservation, as it was asked for.
    @Test func aReleaseThatIsToldAsNothingIsARelease() throws {
        let intent = PaymentIntent.sample(purpose: ReservationRuleTests.release)
        #expect(try outcome(Self.typedZero(), [], intent: intent).word == "approved")
    }
}
