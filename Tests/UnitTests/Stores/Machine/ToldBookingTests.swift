import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// What a person truly reads in a terminal's journal is accepted, whatever was refused or told before.
@Suite struct ToldBookingTests {
    static let reversal = TransactionPurpose.reversal(
        of: BookedPayment(
            payment: PaymentID(rawValue: "pay-OLD"), receiptNumber: 40, trace: 121, cardDigits: "1111",
            terminalID: "29001234"))

    static func booked(_ minor: Int64 = 1250, receipt: Int? = 42, trace: Int = 123) -> OperatorEvidence.Statement {
        .booked(receipt: receipt, trace: trace, amount: Money(minorUnits: minor, currency: .eur))
    }

    static func told(_ result: TransactionResult) -> PaymentEvent {
        .evidence(.transaction(result), .unclear(Sentence("reason.contradicts")))
    }

    /// The code of the refusal, or the word of the outcome.
    private func answer(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent], words: String? = "journal, 14:40",
        numbersRestarted: Bool = false, otherTerminal: Bool = false, _ intent: PaymentIntent = .sample()
    ) -> String? {
        let evidence = OperatorEvidence(
            statement, words: words, operatorName: "käthe", numbersRestarted: numbersRestarted,
            isOfOtherTerminal: otherTerminal)
        do throws(Failure) {
            return try OperatorRule(history: .sent(events, intent)).outcome(of: evidence).word
        } catch { return error.code }
    }

    // MARK: A reversal that was refused and that the terminal kept

    private func reversed(_ change: (inout TransactionResult) -> Void) -> TransactionResult {
        var result = TransactionResult.reversal(of: 121, receipt: 42)
        result.trace = 123
        change(&result)
        return result
    }

    /// It shows another card, or names no trace at all.
    private var refusedReversals: [TransactionResult] {
        [reversed { $0.panLastDigits = "2222" }, reversed { $0.originalTrace = nil }]
    }

    @Test func aRefusedReversalThatTheTerminalKeptIsSettledAsBooked() {
        let intent = PaymentIntent.sample(purpose: Self.reversal)
        for refused in refusedReversals {
            for events in [
                [PaymentEvent.result(refused, answer: .refuse)],
                [.result(refused, answer: .refuse), Self.told(refused)],
            ] {
                #expect(answer(Self.booked(), events, intent) == "approved")
                #expect(answer(Self.booked(), events, words: nil, intent) == "settlement.noEvidence")
                #expect(answer(Self.booked(1251), events, intent) == "settlement.contradiction")
            }
        }
    }

    /// Otherwise the money would be given back twice.
    @Test func aReversalThatTheTerminalShowsAsBookedIsNotSaidToBeAbsentOrTakenBack() {
        let intent = PaymentIntent.sample(purpose: Self.reversal)
        for refused in refusedReversals {
            let events = [PaymentEvent.result(refused, answer: .refuse), Self.told(refused)]
            #expect(answer(.takenBack(newestReceipt: 42), events, intent) == "settlement.contradiction")
            #expect(answer(.notBooked(newestReceipt: 42), events, intent) == "settlement.contradiction")
            #expect(answer(.takenBack(newestReceipt: 43), events, intent) == "reversed")
        }
    }

    @Test func aReversalIsNotAdvisedToBeReversedAtTheTerminal() throws {
        let refused = refusedReversals[0]
        let events = [PaymentEvent.result(refused, answer: .refuse), Self.told(refused)]
        for purpose in [Self.reversal, TransactionPurposeTests.refund] {
            var result = refused
            if purpose.kind == .refund { result.originalTrace = nil }
            let failure = #expect(throws: Failure.self) {
                try PaymentHistory.sent(
                    purpose.kind == .refund ? [.result(result, answer: .refuse), Self.told(result)] : events,
                    .sample(purpose: purpose)
                ).outcome(of: .notBooked(newestReceipt: 42))
            }
            #expect(failure?.remedy?.contains("reverse it") == false)
            #expect(failure?.remedy?.contains("say --booked with its numbers and its amount, and --evidence") == true)
        }
    }

    @Test func aReversalOfAnotherAmountIsSettledWithWhatTheTerminalToldOfItself() {
        let intent = PaymentIntent.sample(purpose: Self.reversal)
        let more = reversed { $0.amountMinor = 1350 }
        for events in [[PaymentEvent.result(more, answer: .refuse)], [Self.told(more)]] {
            #expect(answer(Self.booked(1350), events, intent) == "approved")
            #expect(answer(Self.booked(1350), events, words: nil, intent) == "settlement.otherAmount")
            #expect(answer(Self.booked(1351), events, intent) == "settlement.contradiction")
        }
        #expect(answer(Self.booked(1250), [.result(more, answer: .refuse)], intent) == "settlement.contradiction")
        let anothers = reversed { ($0.amountMinor, $0.originalTrace) = (1350, nil) }
        #expect(answer(Self.booked(1350), [Self.told(anothers)], intent) == "settlement.contradiction")
    }

    @Test func ofAReversalOfLessTheRestIsToBeGivenBack() throws {
        let less = reversed { $0.amountMinor = 950 }
        var history = PaymentHistory.sent([.result(less, answer: .refuse)], .sample(purpose: Self.reversal))
        let evidence = OperatorEvidence(Self.booked(950), words: "journal", operatorName: "käthe")
        let outcome = try OperatorRule(history: history).outcome(of: evidence)
        history.apply(.operatorSettled(evidence, outcome))
        #expect(history.amount == Money(minorUnits: 950, currency: .eur))
        #expect(PaymentReport(history, outcome).advice == .refundMore)
    }

    @Test func aReversalOfAnotherTransactionIsNoReversalOfThisOne() {
        let intent = PaymentIntent.sample(purpose: Self.reversal)
        let other = reversed { $0.originalTrace = 99 }
        let events = [PaymentEvent.result(other, answer: .refuse), Self.told(other)]
        #expect(answer(Self.booked(), events, intent) == "settlement.contradiction")
        #expect(answer(.notBooked(newestReceipt: 42), events, intent) == "reversed")
    }

    // MARK: Two results with the same numbers

    private static let more = TransactionResult.approved(amount: 1350)

    @Test(
        arguments: [
            [.result(.approved(), answer: .stored), .result(more, answer: .refuse)],
            [.result(more, answer: .refuse), .result(.approved(), answer: .stored)],
        ] as [[PaymentEvent]])
    func ofTwoResultsWithTheSameNumbersTheOneInTheJournalIsSettled(results: [PaymentEvent]) {
        let kept = results + [Self.told(.approved())]
        #expect(answer(Self.booked(), results) == "approved" && answer(Self.booked(), kept) == "approved")
        #expect(answer(Self.booked(), kept, words: nil) == "settlement.noEvidence", "the refusal says what is missing")
        #expect(answer(Self.booked(1350), kept) == "settlement.contradiction")
        #expect(answer(Self.booked(1350), kept, numbersRestarted: true) == "settlement.contradiction")
        #expect(answer(Self.booked(1350), results + [Self.told(Self.more)]) == "approved")
        #expect(answer(.takenBack(newestReceipt: 42), kept) == "settlement.contradiction")
        #expect(answer(.notBooked(newestReceipt: 42), kept) == "settlement.contradiction")
    }

    @Test func whatWasToldWithTheCardOfTheAcknowledgedResultStays() throws {
        var told = TransactionResult.approved()
        told.cardName = "girocard"
        let history = PaymentHistory.sent([
            .result(told, answer: .stored), .result(Self.more, answer: .refuse), Self.told(told),
        ])
        #expect(try history.outcome(of: Self.booked()) == .approved(told))
    }

    @Test func aRepeatedResultWithAnotherCardIsSettledAsBooked() {
        var (first, second) = (TransactionResult.approved(), TransactionResult.approved())
        (first.panLastDigits, second.panLastDigits) = ("1111", "2222")
        let events: [PaymentEvent] = [
            .result(first, answer: .stored), .result(second, answer: .refuse), Self.told(second),
        ]
        #expect(answer(Self.booked(), events) == "approved")
    }

    /// Only the acknowledged one is the booking of a payment that may have been charged twice.
    @Test func ofTwoSuccessesUnderDifferentNumbersTheRefusedOneIsNotTheBooking() {
        var second = TransactionResult.approved(receipt: 43)
        second.trace = 124
        let events: [PaymentEvent] = [
            .result(.approved(), answer: .stored), .result(second, answer: .refuse), Self.told(second),
        ]
        #expect(answer(Self.booked(receipt: 43, trace: 124), events) == "settlement.contradiction")
        #expect(answer(Self.booked(), events) == "approved")
    }

    @Test func aResultWithTheIdOfAnotherTerminalDoesNotHideTheBooking() {
        let events: [PaymentEvent] = [
            .result(.approved(terminalID: "29009999"), answer: .refuse), Self.told(.approved()),
        ]
        #expect(answer(Self.booked(), events) == "approved")
        #expect(answer(Self.booked(), events, words: nil) == "settlement.noEvidence")
        #expect(answer(.notBooked(newestReceipt: 42), events) == "settlement.contradiction")
        #expect(answer(.takenBack(newestReceipt: 42), events) == "settlement.contradiction")
    }

    // MARK: Another amount than was acknowledged

    @Test(arguments: [Int64(1350), 950])
    func whatTheTerminalToldLastOfTheTransactionIsItsNewestWord(minor: Int64) {
        let events: [PaymentEvent] = [
            .result(.approved(), answer: .stored), Self.told(.approved(amount: minor)),
        ]
        #expect(answer(Self.booked(minor), events) == "approved")
        #expect(answer(Self.booked(minor), events, words: nil) == "settlement.otherAmount")
        #expect(answer(Self.booked(minor + 1), events) == "settlement.contradiction")
        #expect(answer(Self.booked(), events) == "settlement.contradiction")
        #expect(answer(Self.booked(), events, numbersRestarted: true) == "settlement.contradiction", "the same second")
        #expect(answer(.takenBack(newestReceipt: 42), events) == "settlement.contradiction")
        #expect(answer(.takenBack(newestReceipt: 43), events) == "reversed")
    }

    // MARK: Another terminal

    private static let elsewhere = told(
        {
            var result = TransactionResult.approved(receipt: 500, terminalID: "29009999")
            result.trace = 900
            return result
        }())

    @Test func whatAnotherTerminalToldIsNoEntryOfThisOne() {
        let typed = Self.booked(receipt: 500, trace: 900)
        #expect(answer(typed, [Self.elsewhere], words: nil) == "settlement.contradiction")
        #expect(answer(typed, [Self.elsewhere]) == "settlement.contradiction")
        #expect(answer(typed, [Self.elsewhere], otherTerminal: true) == "approved")
        #expect(answer(typed, [Self.elsewhere], words: nil, otherTerminal: true) == "settlement.noEvidence")
        #expect(answer(Self.booked(), [Self.elsewhere], words: nil) == "approved")
    }

    @Test func whatAnotherTerminalToldContradictsNothingThatIsReadAtThisOne() {
        #expect(answer(.notBooked(newestReceipt: 41), [Self.elsewhere]) == "not_charged")
        #expect(answer(.takenBack(newestReceipt: 41), [Self.elsewhere]) == "not_charged")
    }

    // MARK: The receipt number of the original

    private static let underItsNumber: TransactionResult = {
        var result = TransactionResult.reversal(of: 121, receipt: 40)
        result.trace = 123
        return result
    }()

    @Test func aReversalUnderItsOriginalsReceiptNumberIsTaken() {
        let intent = PaymentIntent.sample(purpose: Self.reversal)
        #expect(answer(Self.booked(receipt: 40), [], words: nil, intent) == "approved")
        #expect(answer(Self.booked(receipt: 40), [Self.told(Self.underItsNumber)], words: nil, intent) == "approved")
        #expect(answer(Self.booked(receipt: 40, trace: 122), [], intent) == "settlement.contradiction", "an older one")
        #expect(answer(Self.booked(receipt: 39), [], intent) == "settlement.contradiction", "no number of its own")
        #expect(answer(Self.booked(receipt: 40), []) == "settlement.contradiction", "it is a payment")
    }

    @Test func theNewestEntryMayHaveTheOriginalsReceiptNumber() {
        let intent = PaymentIntent.sample(purpose: Self.reversal)
        let events = [Self.told(Self.underItsNumber)]
        #expect(answer(.notBooked(newestReceipt: 41), events, intent) == "settlement.contradiction", "that is it")
        #expect(answer(.takenBack(newestReceipt: 40), events, intent) == "not_charged")
        #expect(answer(.takenBack(newestReceipt: 40), [], intent) == "settlement.contradiction", "nobody told so")
    }

    @Test func aRefundUnderItsOriginalsReceiptNumberIsTakenIfTheTerminalToldSo() {
        let intent = PaymentIntent.sample(purpose: TransactionPurposeTests.refund)
        #expect(answer(Self.booked(receipt: 40), [Self.told(.approved(receipt: 40))], intent) == "approved")
        #expect(answer(Self.booked(receipt: 40), [], intent) == "settlement.contradiction")
    }

    // MARK: Receipt 0000 after 9999

    @Test func anEntryWithoutAReceiptNumberIsTakenWhereTheTerminalToldItSo() {
        let told = Self.told(.approved(receipt: nil))
        #expect(answer(Self.booked(receipt: nil), [told]) == "approved")
        #expect(answer(Self.booked(receipt: nil), [told], words: nil) == "settlement.noEvidence")
        #expect(answer(Self.booked(receipt: nil, trace: 124), [told]) == "settlement.contradiction")
        #expect(answer(Self.booked(receipt: nil), []) == "settlement.contradiction", "it gave numbers before")
        let last = PaymentIntent.sample(watermark: .receipt(9999))
        #expect(answer(Self.booked(receipt: nil), [], last) == "approved", "the next may be 0000")
        #expect(answer(Self.booked(receipt: nil, trace: 122), [], last) == "settlement.contradiction")
    }

    @Test func aNumberThatWasToldOnceIsNotContradictedByARepetitionWithoutIt() {
        let repeated = Self.told(.approved(receipt: nil))
        #expect(answer(Self.booked(), [repeated]) == "settlement.contradiction", "it told no number")
        for verdict in [PaymentEvent.Answer.stored, .refuse] {
            let events: [PaymentEvent] = [.result(.approved(), answer: verdict), repeated]
            #expect(answer(Self.booked(), events) == "approved", "\(verdict)")
            #expect(answer(Self.booked(receipt: 43), events) == "settlement.contradiction", "\(verdict)")
        }
    }

    @Test func aNewestEntryWithoutANumberIsNotAnEmptyJournal() {
        var other = TransactionResult.approved(amount: 7, receipt: nil)
        other.trace = 124
        #expect(answer(.notBooked(newestReceipt: 0), [Self.told(other)]) == "not_charged")
        #expect(
            answer(.notBooked(newestReceipt: 0), [Self.told(.approved(receipt: nil))]) == "settlement.contradiction")
        #expect(answer(.notBooked(newestReceipt: 0), []) == "settlement.contradiction", "it was cleared")
    }

    /// The terminal told a success under another receipt number and no amount, then one without an amount, which was
    /// acknowledged, and at last what it had booked.
    @Test func ofTwoSuccessesTheAmountThatWasToldLastOfTheAcknowledgedOneIsTaken() {
        var (refused, kept) = (TransactionResult.approved(amount: 0, receipt: 41), TransactionResult.approved())
        (refused.trace, kept.amountMinor) = (123, nil)
        let booked = TransactionResult.approved(amount: 1205)
        let events = [
            PaymentEvent.result(refused, answer: .refuse), .result(kept, answer: .stored), Self.told(booked),
        ]
        #expect(answer(Self.booked(1205), events) == "approved")
        #expect(answer(Self.booked(1205), events, words: nil) != "approved")
        #expect(answer(Self.booked(1205, receipt: 41), events) == "settlement.contradiction")
        #expect(answer(Self.booked(1204), events) == "settlement.contradiction")
    }
}
