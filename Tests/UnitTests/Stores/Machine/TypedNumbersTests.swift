import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Each number and each amount of a typed booking that is compared with what the terminal told.
@Suite struct TypedNumbersTests {
    private static let contradiction = "settlement.contradiction"
    private static let reserved = OpenPreauthorisation(
        payment: PaymentID(rawValue: "res-1"), amount: Money(minorUnits: 5000, currency: .eur),
        name: Preauthorisation(receiptNumber: 41, trace: 122))

    private static func booked(_ minor: Int64 = 1250, receipt: Int = 42, trace: Int = 123) -> OperatorEvidence.Statement
    {
        .booked(receipt: receipt, trace: trace, amount: Money(minorUnits: minor, currency: .eur))
    }

    private static func told(_ result: TransactionResult) -> PaymentEvent {
        .evidence(.transaction(result), .unclear(PaymentMachine.mayStillRun))
    }

    private static func result(
        _ minor: Int64? = 1250, receipt: Int? = 42, trace: Int? = 123, terminalID: String = "29001234"
    ) -> TransactionResult {
        var result = TransactionResult.approved(receipt: receipt, terminalID: terminalID)
        (result.amountMinor, result.trace) = (minor, trace)
        return result
    }

    /// The code of the refusal, or the word of the outcome.
    private func answer(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent] = [], restarted: Bool = false,
        _ intent: PaymentIntent = .sample()
    ) -> String? {
        do {
            return try PaymentHistory.sent(events, intent).outcome(of: statement, numbersRestarted: restarted).word
        } catch { return (error as? Failure)?.code }
    }

    // MARK: Amounts

    @Test(
        arguments: [
            (0, "payment.badAmount"), (-1, "payment.badAmount"), (1, "approved"), (2, "approved"),
            (Money.mostMinorUnits, "approved"), (Money.mostMinorUnits + 1, "payment.badAmount"),
        ] as [(Int64, String)])
    func anyAmountThatATerminalCanBookIsTaken(minor: Int64, expected: String) {
        #expect(answer(Self.booked(minor)) == expected)
    }

    /// What was asked for was within the limits then.
    @Test(arguments: [(1249, nil), (1251, "payment.overLimit")] as [(Int64, String?)])
    func lessThanWasAskedForIsWithinAnyLimit(minor: Int64, code: String?) {
        var rule = OperatorRule(history: .sent([]))
        rule.largest = Money(minorUnits: 100, currency: .eur)
        do throws(Failure) {
            _ = try rule.outcome(of: OperatorEvidence(Self.booked(minor), words: "slip", operatorName: "Anna"))
            #expect(code == nil)
        } catch { #expect(error.code == code) }
    }

    /// A success that was acknowledged told the amount, and nothing else.
    @Test func onlyAnAmountThatWasToldOfTheBookingForbidsAnother() {
        var failed = Self.result()
        failed.resultCode = 5
        let contradicted = [PaymentEvent.result(Self.result(), answer: .stored)]
        #expect(answer(Self.booked(1251), contradicted) == Self.contradiction)
        for result in [Self.result(nil), failed, .reversal(of: 123, receipt: 43)] {
            #expect(answer(Self.booked(1251), [.result(result, answer: .stored)]) == "approved", "\(result)")
        }
    }

    // MARK: Numbers

    /// Another terminal told 500 and 900.
    @Test(arguments: [(500, 900, contradiction), (500, 901, "approved"), (501, 900, "approved")])
    func anEntryIsAnotherTerminalsOnlyByBothNumbers(receipt: Int, trace: Int, expected: String) {
        let elsewhere = Self.told(Self.result(receipt: 500, trace: 900, terminalID: "29009999"))
        #expect(answer(Self.booked(receipt: receipt, trace: trace), [elsewhere]) == expected)
    }

    /// A refund may have its payment's number, which is older, if the terminal told just that entry.
    @Test(
        arguments: [
            (40, 123, "approved"), (40, 124, contradiction), (39, 123, contradiction), (40, 121, contradiction),
        ] as [(Int, Int, String)])
    func aRefundUnderAnOlderNumberMustBeTheEntryThatWasTold(receipt: Int, trace: Int, expected: String) {
        let refund = PaymentIntent.sample(purpose: TransactionPurposeTests.refund)
        let told = [Self.told(Self.result(receipt: 40, trace: trace == 121 ? 121 : 123))]
        let typed = Self.booked(receipt: receipt, trace: trace)
        #expect(answer(typed, told, refund) == expected)
        #expect(answer(typed, told) == Self.contradiction, "a payment has no number of another one")
        let unknown = PaymentIntent.sample(watermarkTrace: nil, purpose: TransactionPurposeTests.refund)
        #expect(answer(typed, told, unknown) == Self.contradiction, "nothing shows that the trace is newer")
    }

    /// The next booking gets the number that a failure had shown. Without a trace only the failure tells that.
    @Test func withoutATraceFromBeforeTheSameNumberIsNewOnlyAfterAFailureThatTheTerminalTold() {
        func answer(_ failed: Bool, _ remembered: Bool, receipt: Int = 41) -> String? {
            let intent = PaymentIntent.sample(
                watermarkTrace: nil, watermarkFailed: failed, remembersWatermark: remembered)
            return self.answer(Self.booked(receipt: receipt), [], intent)
        }
        #expect(answer(true, false) == "approved")
        #expect(answer(false, false) == Self.contradiction && answer(true, true) == Self.contradiction)
        #expect(answer(true, false, receipt: 40) == Self.contradiction)
    }

    /// What ends a reservation may have the reservation's own number, under a newer trace.
    @Test(
        arguments: [
            (nil, 122, 123, "approved"), (nil, 122, 122, contradiction), (124, 122, 123, contradiction),
            (122, nil, 123, "approved"), (nil, nil, 123, contradiction),
        ] as [(Int?, Int?, Int, String)])
    func theEndOfAReservationUnderItsNumberHasANewerTrace(before: Int?, held: Int?, trace: Int, expected: String) {
        let reserved = OpenPreauthorisation(
            payment: Self.reserved.payment, amount: Self.reserved.amount,
            name: Preauthorisation(receiptNumber: 41, trace: held))
        let intent = PaymentIntent.sample(
            watermarkTrace: before,
            purpose: .booking(Capture(reserved: reserved, command: .bookTotal, due: nil)))
        #expect(answer(Self.booked(receipt: 41, trace: trace), [], intent) == expected)
    }

    // MARK: Numbers that begin again

    /// The terminal told an acknowledged success, and later an entry with its numbers and its second.
    @Test func onlyTheVerySameBookingIsHeldAgainstNumbersThatBeganAgain() {
        func answer(
            _ stored: TransactionResult, _ last: TransactionResult, goods: [PaymentEvent] = [],
            _ intent: PaymentIntent = .sample(), restarted: Bool = true
        ) -> String? {
            let events = [.result(stored, answer: .stored)] + goods + [Self.told(last)]
            return self.answer(Self.booked(), events, restarted: restarted, intent)
        }
        #expect(answer(Self.result(), Self.result(950)) == Self.contradiction)
        let (untraced, changed) = (Self.result(trace: nil), Self.result(950, trace: nil))
        #expect(answer(untraced, changed) == "approved", "without traces it may be another one")
        #expect(answer(untraced, changed, restarted: false) == Self.contradiction)
        var failed = Self.result()
        failed.resultCode = 5
        #expect(answer(Self.result(), failed) == "approved")
        let part = PaymentEvent.goods(.givenInPart(Money(minorUnits: 950, currency: .eur)))
        #expect(answer(Self.result(), Self.result(950), goods: [part]) == "approved", "goods may change the amount")
        let booking = PaymentIntent.sample(
            purpose: .booking(Capture(reserved: Self.reserved, command: .bookTotal, due: nil)))
        #expect(answer(Self.result(), Self.result(950), booking) == "approved")
    }

    // MARK: What is said to be absent

    /// The refused one of two is not in the terminal's journal; the acknowledged one is the entry that it shows.
    @Test func thatOneOfTwoSuccessesWasRefusedIsNoReasonThatTheOtherStands() {
        let results = [
            PaymentEvent.result(Self.result(), answer: .stored),
            .result(Self.result(receipt: 43, trace: 124), answer: .refuse),
        ]
        #expect(answer(.takenBack(newestReceipt: 42), results + [Self.told(Self.result())]) == "reversed")
        let kept = results + [Self.told(Self.result(receipt: 43, trace: 124))]
        #expect(answer(.takenBack(newestReceipt: 43), kept) == Self.contradiction)
    }

    @Test func afterANewerEntryTheOneThatFitsMayBeAbsent() {
        let told = [Self.told(Self.result())]
        #expect(answer(.notBooked(newestReceipt: 42), told) == Self.contradiction)
        #expect(answer(.notBooked(newestReceipt: 43), told) == "not_charged")
    }

    @Test func whatWasRefusedAndKeptMayBeGoneOnceNumbersBeganAgain() {
        let francs = TransactionResult.approved(currency: 756)
        let kept = [PaymentEvent.result(francs, answer: .refuse), Self.told(francs)]
        #expect(answer(.notBooked(newestReceipt: 42), kept) == Self.contradiction)
        #expect(answer(.notBooked(newestReceipt: 42), kept, restarted: true) == "reversed")
    }

    /// The number that this till remembers was not in the journal that the terminal told.
    @Test func anEmptyJournalContradictsNoRememberedNumber() {
        #expect(answer(.notBooked(newestReceipt: 0), [], .sample(remembersWatermark: true)) == "not_charged")
        #expect(answer(.notBooked(newestReceipt: 0), [], .sample()) == Self.contradiction)
    }
}
