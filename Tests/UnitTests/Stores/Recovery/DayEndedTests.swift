import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// A terminal that ends its day in the middle of a payment: its numbers may begin again, so that they prove nothing.
@Suite struct DayEndedTests {
    private func judge(
        _ result: TransactionResult, told: TransactionResult? = nil, intent: PaymentIntent = .sample(),
        dayEnded: Bool = true
    ) -> RecoveryVerdict {
        LastTransactionMatcher(intent: intent, told: told, dayEnded: dayEnded).judge(.transaction(result))
    }

    private func untimed(_ result: TransactionResult) -> TransactionResult {
        var result = result
        (result.month, result.day, result.hour, result.minute, result.second) = (nil, nil, nil, nil, nil)
        return result
    }

    @Test func theNumbersFromBeforeDoNotMeanThatNothingWasBooked() {
        #expect(judge(untimed(.fromBefore), dayEnded: false) == .notBooked)
        #expect(judge(untimed(.fromBefore)).isUnclear)
        #expect(judge(untimed(.fromBefore), told: .approved()).isUnclear, "nor that it was taken back")
        #expect(judge(.fromBefore) == .notBooked, "its time proves it")
    }

    @Test(arguments: [1, 41, 42, nil]) func onlyATimeShowsThatATransactionIsNew(receipt: Int?) {
        var booked = TransactionResult.approved(receipt: receipt)
        booked.trace = 122
        #expect(judge(booked) == .approved(booked) || receipt == nil)
        #expect(judge(untimed(booked)).isUnclear)
        var older = booked
        older.hour = 8
        #expect(judge(older).isUnclear, "it is older than the one from before")
        booked.amountMinor = 999
        #expect(judge(booked).isUnclear)
    }

    @Test func whatTheTerminalToldDuringThePaymentIsKnownByItsNumbers() {
        let told = untimed(.approved(receipt: 1))
        #expect(judge(told, told: told) == .approved(told))
    }

    /// At a terminal that had nothing stored, the end of its day takes no number away by which a transaction is known.
    @Test func aTerminalThatHadNothingStoredIsJudgedAsWithoutTheEndOfItsDay() {
        let first = PaymentIntent.sample(watermark: .nothingStored(code: 0x83), watermarkTrace: nil, watermarkTime: nil)
        let booked = untimed(.approved(receipt: 1))
        #expect(judge(booked, intent: first) == .approved(booked))
        #expect(judge(untimed(.approved(receipt: nil)), intent: first).isUnclear)
    }

    @Test func aReservationOfThatNumberMayBeOneOfTheNewDay() {
        let reserved = OpenPreauthorisation(
            payment: PaymentID(rawValue: "res-1"), amount: .sample, name: Preauthorisation(receiptNumber: 40))
        func judge(_ dayEnded: Bool) -> RecoveryVerdict {
            LastTransactionMatcher(intent: .sample(purpose: .release(of: reserved)), told: nil, dayEnded: dayEnded)
                .judge(openReservations: [40], after: .notBooked)
        }
        #expect(judge(false) == .notBooked)
        #expect(judge(true).isUnclear)
    }

    @Test func thatItEndsItsDayIsWrittenOnce() {
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        let says = TerminalEvent.progress(TerminalProgress(.startingEndOfDay))
        #expect(machine.hear(says, at: 0).contains(.write(.dayEnded)))
        #expect(!machine.hear(says, at: 1).contains(.write(.dayEnded)))
        _ = machine.hear(.finished(.disturbed(.sample)), at: 2)
        let steps = machine.asked(.transaction(untimed(.fromBefore)), at: 250)
        #expect(steps.contains { if case .pause = $0 { true } else { false } }, "it is asked again")
    }

    @Test func itIsAlsoHeardWhileThePaymentIsFoundOut() {
        var machine = PaymentMachine.disturbed(at: 0)
        _ = machine.handle(.connected, at: .after(1))
        #expect(
            machine.hear(.progress(TerminalProgress(.startingEndOfDay)), at: 1).contains(.write(.dayEnded)))
    }

    @Test func theTotalsOfADayInTheMiddleOfAPaymentSayThatItEnded() {
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        let steps = machine.hear(.totals(TerminalRecordID(1), TerminalTotals()), at: 0)
        #expect(steps.first == .write(.dayEnded) && steps.contains(.connect))
    }
}
