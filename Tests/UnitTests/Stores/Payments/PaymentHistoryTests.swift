import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The state of a payment that a restarted process derives from the journal's facts.
@Suite struct PaymentHistoryTests {
    private static let facts: [PaymentEvent] = [
        .intended(.sample()), .sending, .result(.failed(0x37), answer: .stored), .result(.approved(), answer: .stored),
        .cancelRequested, .disturbed(.sample), .inDoubt(reason: "why"),
        .evidence(.transaction(.approved()), .approved(.approved())),
        .repeatedText([TerminalText(copy: nil, lines: [PrintedLine("x")], endsReceipt: true)]),
        .settled(.approved(.approved())),
    ]

    @Test func everyFactSurvivesTheJournal() throws {
        for fact in Self.facts {
            let stored = try JSONEncoder().encode(fact)
            #expect(try JSONDecoder().decode(PaymentEvent.self, from: stored) == fact)
        }
    }

    @Test func factsThatDoNotBeginWithAnIntentTellNothing() {
        #expect(PaymentHistory([.sending]) == nil)
        #expect(PaymentHistory([PaymentEvent]()) == nil)
    }

    @Test func theLastResultBeforeTheEndCounts() throws {
        let history = try #require(PaymentHistory(Self.facts.prefix(4)))
        #expect(history.storedResult == .approved())
    }

    @Test func aPaymentInDoubtIsNotFinal() throws {
        let history = try #require(PaymentHistory(Self.facts.prefix(7)))
        #expect(history.storedOutcome == .inDoubt(reason: "why"))
        #expect(history.storedOutcome?.isFinal == false)
    }

    @Test func aSettledPaymentIsNoLongerInDoubt() throws {
        let history = try #require(PaymentHistory(Self.facts))
        #expect(history.storedOutcome == .approved(.approved()))
    }

    // MARK: What may be booked all the same

    private static let nothingNew = PaymentEvent.evidence(.transaction(.approved(receipt: 41)), .notBooked)
    private static let notCharged = PaymentEvent.settled(.notCharged(reason: "The terminal has no such transaction."))

    private func lateAfter(_ events: PaymentEvent..., at terminal: TerminalHabits = TerminalHabits()) -> Watermark? {
        PaymentHistory.sent(events, .sample(habits: terminal)).lateAfter
    }

    /// A failed result or a refusal is the terminal's own statement that nothing was booked. That it told nothing new
    /// is no such statement.
    @Test func onlyWhatTheTerminalDidNotEndItselfMayBeBookedLater() {
        #expect(lateAfter(Self.nothingNew, Self.notCharged) == .receipt(41))
        let gone = PaymentEvent.evidence(.transaction(.fromBefore), .reversed(nil))
        #expect(lateAfter(gone, .settled(.reversed(nil))) == .receipt(41))
        let told = PaymentEvent.evidence(.transaction(.reversal()), .reversed(.reversal()))
        #expect(lateAfter(told, .settled(.reversed(.reversal()))) == nil)
        #expect(lateAfter(Self.nothingNew) == nil)
        #expect(lateAfter(.refused(code: 0x6F), Self.notCharged) == nil)
        let failed = PaymentEvent.result(TransactionResult(resultCode: 5), answer: .stored)
        #expect(lateAfter(failed, .settled(.declined(code: 5, text: nil))) == nil)
        #expect(lateAfter(Self.nothingNew, .settled(.declined(code: 5, text: nil))) == nil)
    }

    @Test func whoAnswersForGoodBooksNothingLater() {
        #expect(lateAfter(Self.nothingNew, Self.notCharged, at: TerminalHabits(cardPhaseSeconds: 0)) == nil)
    }

    /// Somebody has looked: what the journal has beyond that number may be this payment all the same.
    @Test(arguments: [(42, .receipt(42)), (1, .receipt(1)), (0, .receipt(41))] as [(Int, Watermark)])
    func whatIsNewerThanWhatAPersonReadMayBeBookedLater(newest: Int, watermark: Watermark) {
        for statement in [.notBooked(newestReceipt: newest), .takenBack(newestReceipt: newest)]
            as [OperatorEvidence.Statement]
        {
            let read = OperatorEvidence(statement, words: "journal", operatorName: "Anna")
            #expect(lateAfter(.operatorSettled(read, .notCharged(reason: "read"))) == watermark)
        }
    }

    // MARK: A booking that was seen

    private static func seen(
        _ result: TransactionResult, _ why: Sentence, of purpose: TransactionPurpose = .payment
    ) -> TransactionResult? {
        PaymentHistory.sent([.evidence(.transaction(result), .unclear(why))], .sample(purpose: purpose)).seenBooking
    }

    @Test(
        arguments: [
            (.approved(amount: 990), LastTransactionMatcher.otherAmount, true),
            (.approved(currency: 840), LastTransactionMatcher.otherCurrency, true),
            (.approved(receipt: nil), LastTransactionMatcher.noReceiptNumber, true),
            (.approved(), PaymentMachine.mayStillRun, true), (.approved(amount: 990), PaymentMachine.mayStillRun, true),
            (.fromBefore, PaymentMachine.mayStillRun, false), (.approved(), "Another reason.", false),
            (.failed(5), LastTransactionMatcher.otherAmount, false),
            (.reversal(of: 7), LastTransactionMatcher.otherAmount, false),
        ] as [(TransactionResult, Sentence, Bool)])
    func aBookingThatMayBeThisPaymentIsRemembered(result: TransactionResult, why: Sentence, isRemembered: Bool) {
        #expect(Self.seen(result, why) == (isRemembered ? result : nil))
    }

    @Test func ofSeveralBookingsTheFirstIsRememberedAndWhatIsKnownIsNoneOfThem() {
        let events = ([990, 980] as [Int64]).map { amount in
            PaymentEvent.evidence(
                .transaction(.approved(amount: amount)), .unclear(LastTransactionMatcher.otherAmount))
        }
        #expect(PaymentHistory.sent(events).seenBooking == .approved(amount: 990))
        let known = PaymentEvent.evidence(.transaction(.approved()), .approved(.approved()))
        #expect(PaymentHistory.sent([known]).seenBooking == nil)
    }

    /// What undoes another transaction names that one's amount.
    @Test func anotherAmountIsRememberedOnlyOfWhatTellsItsOwn() {
        let result = TransactionResult.approved(amount: 990)
        for purpose in [TransactionPurposeTests.refund, .reservation, ReservationRuleTests.booking] {
            #expect(Self.seen(result, LastTransactionMatcher.otherAmount, of: purpose) == result, "\(purpose)")
        }
        for purpose in [TransactionPurposeTests.reversal, ReservationRuleTests.release] {
            #expect(Self.seen(result, LastTransactionMatcher.otherAmount, of: purpose) == nil, "\(purpose)")
        }
    }

    /// What is known is not written again, and a list of open reservations says the same whatever follows from it.
    @Test func anAnswerIsKnownTogetherWithItsVerdict() {
        let (told, other) = (LastTransactionAnswer.transaction(.approved()), LastTransactionAnswer.silent)
        let (early, late) = (RecoveryVerdict.unclear(PaymentMachine.mayStillRun), RecoveryVerdict.approved(.approved()))
        let listed = LastTransactionAnswer.openReservations([41])
        let history = PaymentHistory.sent([.evidence(told, early), .evidence(listed, late)])
        #expect(history.isKnown(told, early) && history.isKnown(listed, early) && history.isKnown(listed, late))
        #expect(!history.isKnown(told, late) && !history.isKnown(other, early))
        #expect(!history.isKnown(.openReservations([]), late))
    }

    // MARK: What was acknowledged

    private static let taken = PaymentEvent.result(.approved(), answer: .stored)
    private static let waits = PaymentEvent.result(.approved(), answer: .goods)

    @Test(
        arguments: [
            ([taken], true), ([waits, .goods(.given)], true), ([.goods(.given), waits], true),
            ([.result(.approved(), answer: .refuse)], false), ([.result(.approved(), answer: .none)], false),
            ([.goods(.given), .result(.approved(), answer: .refuse)], false), ([waits], false),
            ([waits, .goods(.notGiven)], false), ([waits, .cancelRequested, .goods(.given)], false),
            ([.result(.failed(5), answer: .stored)], false), ([taken, .result(.reversal(), answer: .stored)], false),
        ] as [([PaymentEvent], Bool)])
    func theTerminalKeepsASuccessThatWasAnsweredAsStoredAndNotUndone(events: [PaymentEvent], isKept: Bool) {
        #expect(PaymentHistory.sent(events).acknowledgedSuccess == (isKept ? .approved() : nil))
    }

    /// The terminal had not told the trace of the reservation: its first success names it.
    @Test func whatASuccessNamesFirstTellsWhatALaterOneUndoes() {
        let reserved = OpenPreauthorisation(
            payment: PaymentID(rawValue: "res-1"), amount: .sample,
            name: Preauthorisation(receiptNumber: 41, trace: nil))
        let intent = PaymentIntent.sample(
            watermarkTrace: nil, purpose: .booking(Capture(reserved: reserved, command: .bookTotal, due: nil)))
        var booked = TransactionResult.approved()
        booked.originalTrace = 121
        let undone = TransactionResult.reversal(of: 123)
        #expect(!PaymentHistory.sent([], intent).wasUndone(by: undone), "it may name the reservation")
        let named = PaymentEvent.result(booked, answer: .stored)
        for events in [[named], [named, Self.taken]] {
            let history = PaymentHistory.sent(events, intent)
            #expect(history.wasUndone(by: undone) && !history.wasUndone(by: booked))
        }
    }
}
