import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// An unchanged last receipt proves nothing while the payment may still be running (docs/payment-steps.md).
@Suite struct CardPhaseTests {
    @Test func anUnchangedLastReceiptProvesNothingBeforeTheCardPhaseMustBeOver() {
        var machine = PaymentMachine.disturbed(at: 0)
        let early = machine.asked(.transaction(.fromBefore), at: 1)
        #expect(!early.contains { $0.isFinish })
        let late = machine.askedAgain(.transaction(.fromBefore), at: 239)
        #expect(!late.contains { $0.isFinish })
        let over = machine.askedAgain(.transaction(.fromBefore), at: 240)
        #expect(over.last == .finish(.notCharged(reason: "The terminal has no such transaction.")))
    }

    @Test func aBookingIsNotCalledPaidBeforeItCannotBeTakenBackAnyMore() {
        var machine = PaymentMachine.disturbed(at: 0)
        #expect(!machine.asked(.transaction(.approved()), at: 1).contains { $0.isFinish })
        #expect(machine.askedAgain(.transaction(.approved()), at: 240).last == .finish(.approved(.approved())))
    }

    @Test func thatItIsBusyNowDoesNotMeanThatItAlwaysSaysSo() {
        var machine = PaymentMachine.disturbed(at: 0)
        _ = machine.handle(.connected, at: .after(1))
        _ = machine.hear(.finished(.completed(TerminalState(status: 0x9C))), at: 1)
        #expect(!machine.askedAgain(.transaction(.fromBefore), at: 2).contains { $0.isFinish })
    }

    /// The terminal may have come to rest meanwhile, or be in another card phase.
    @Test func oneThatIsBusyBeyondItsCardPhaseIsWaitedForOnceMore() {
        var machine = PaymentMachine.disturbed(at: 0)
        _ = machine.handle(.connected, at: .after(250))
        #expect(machine.hear(.finished(.completed(TerminalState(status: 0x9C))), at: 250).contains { $0.isAsking })
        #expect(!machine.askedAgain(.transaction(.fromBefore), at: 251).contains { $0.isFinish })
        #expect(machine.askedAgain(.transaction(.fromBefore), at: 490).contains { $0.isFinish })
    }

    /// Where no time is known, or nothing runs on, each answer would be written.
    @Test func thatATerminalIsBusyIsNotWrittenEachTimeItSaysSo() {
        let busy = TerminalEvent.finished(.completed(TerminalState(status: 0x9C)))
        var unknown = PaymentMachine.authorising(habits: TerminalHabits())
        _ = unknown.handle(.terminal(.finished(.disturbed(.sample))))
        _ = unknown.handle(.connected)
        #expect(unknown.handle(.terminal(busy)) == [.pause(Recovery.askPause)])
        var atOnce = PaymentMachine.disturbed(at: 0, habits: TerminalHabits(cardPhaseSeconds: 0))
        _ = atOnce.handle(.connected, at: .after(1))
        #expect(atOnce.hear(busy, at: 1) == [.pause(Recovery.askPause)])
        var inItsPhase = PaymentMachine.disturbed(at: 0)
        _ = inItsPhase.handle(.connected, at: .after(239))
        #expect(inItsPhase.hear(busy, at: 239) == [.pause(Recovery.askPause)])
    }

    @Test func theNextProcessGoesOnWaitingWhereTheFirstLeftOff() throws {
        var first = PaymentMachine.disturbed(at: 0)
        _ = first.asked(.transaction(.fromBefore), at: 1)
        var second = PaymentMachine(first.history)
        #expect(!second.handle(.resume, at: .after(100)).contains { $0.isAsking })
        #expect(!second.asked(.transaction(.fromBefore), at: 239).contains { $0.isFinish })
        #expect(second.askedAgain(.transaction(.fromBefore), at: 240).contains { $0.isFinish })
    }

    @Test func afterTheMachineWasStartedAgainTheWaitingBeginsAnew() {
        var first = PaymentMachine.disturbed(at: 0)
        _ = first.asked(.transaction(.fromBefore), at: 1)
        var second = PaymentMachine(first.history)
        let other = BootTime(boot: "another", milliseconds: 3_600_000)
        #expect(second.handle(.resume, at: other).contains(.write(.asking(since: other))))
    }

    @Test func whatTheTerminalSaysOfTheLostPaymentLetsTheWaitingBeginAnew() {
        var machine = PaymentMachine.disturbed(at: 0)
        _ = machine.handle(.connected, at: .after(200))
        #expect(machine.hear(.progress(TerminalProgress(.watchPINPad)), at: 200).contains { $0.isAsking })
        #expect(!machine.hear(.progress(TerminalProgress(.watchPINPad)), at: 201).contains { $0.isAsking })
    }

    @Test func aLongerTimeThatTheTerminalNamesIsWaitedFor() {
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        #expect(
            machine.hear(.progress(TerminalProgress(.watchPINPad, timeoutMinutes: 9)), at: 0)
                .contains(.write(.mayTake(minutes: 9))))
        _ = machine.hear(.finished(.disturbed(.sample)), at: 1)
        #expect(!machine.asked(.transaction(.fromBefore), at: 590).contains { $0.isFinish })
        #expect(machine.askedAgain(.transaction(.fromBefore), at: 602).contains { $0.isFinish })
    }

    @Test func aWrongPINThatIsTriedAgainIsNotDeclinedWhileItMayStillBe() {
        var declined = TransactionResult.failed(0x37)
        declined.receiptNumber = 42
        var machine = PaymentMachine.disturbed(at: 0)
        #expect(!machine.asked(.transaction(declined), at: 5).contains { $0.isFinish })
    }

    @Test(arguments: [TransactionResult(resultCode: 0x6C), .failed(0x6C)])
    func anyFailureAfterAnAcknowledgedSuccessIsAskedAbout(_ failure: TransactionResult) {
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        _ = machine.hear(.result(TerminalRecordID(1), .approved()), at: 0)
        _ = machine.hear(.result(TerminalRecordID(2), failure), at: 0)
        let steps = machine.hear(.finished(.aborted(code: 0x6C)), at: 0)
        #expect(steps.contains(.connect))
        #expect(!steps.contains { $0.isFinish })
        #expect(machine.asked(.transaction(.approved()), at: 240).last == .finish(.approved(.approved())))
    }

    @Test func anAcknowledgedSuccessIsAskedAboutByTheNextProcessToo() {
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        _ = machine.hear(.result(TerminalRecordID(1), .approved()), at: 0)
        _ = machine.hear(.result(TerminalRecordID(2), TransactionResult(resultCode: 0x6C)), at: 0)
        var history = machine.history
        history.apply(.aborted(code: 0x6C))
        var next = PaymentMachine(history)
        #expect(!history.isDecided)
        #expect(next.handle(.resume, at: .after(1)).contains(.connect))
    }

    @Test func aSecondSuccessUnderOtherNumbersIsRefused() {
        var second = TransactionResult.approved(receipt: 43)
        second.trace = 124
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        _ = machine.hear(.result(TerminalRecordID(1), .approved()), at: 0)
        let steps = machine.hear(.result(TerminalRecordID(2), second), at: 0)
        #expect(steps.contains(.answer(TerminalRecordID(2), .refuse)))
        #expect(!machine.hear(.finished(.completed(TerminalState())), at: 0).contains { $0.isFinish })
    }

    @Test func theTransactionFromBeforeIsNeitherTakenNorRefusedAsTheResult() {
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        let steps = machine.hear(.result(TerminalRecordID(1), .fromBefore), at: 0)
        #expect(!steps.contains { if case .answer = $0 { true } else { false } })
        #expect(steps.contains(.connect))
    }

    @Test func aPaymentOfTodayWithTheNumbersOfTheLastOneOfYesterdayIsTaken() {
        var today = TransactionResult.approved()
        (today.receiptNumber, today.trace) = (41, 122)
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        #expect(
            machine.hear(.result(TerminalRecordID(1), today), at: 0).contains(.answer(TerminalRecordID(1), .stored)))
    }

    @Test func aSuccessWithoutAnAmountIsAskedAboutBeforeItIsBelieved() {
        var result = TransactionResult.approved()
        result.amountMinor = nil
        var machine = PaymentMachine.authorising(habits: TerminalHabits())
        _ = machine.hear(.result(TerminalRecordID(1), result), at: 0)
        #expect(machine.hear(.finished(.completed(TerminalState())), at: 0).contains(.connect))
        // The terminal has completed the payment, so nothing runs any more.
        #expect(machine.asked(.transaction(.approved()), at: 1).last == .finish(.approved(.approved())))
    }

    @Test(arguments: [(nil, true), (756, false)] as [(Int?, Bool)])
    func aMissingCurrencyIsTheOneOfTheRegistrationOrElseEuro(_ registered: Int?, _ isRefused: Bool) throws {
        let francs = try #require(Currency(code: "CHF"))
        var result = TransactionResult.approved()
        result.currencyNumber = nil
        var machine = PaymentMachine.authorising(
            habits: TerminalHabits(currencyNumber: registered), amount: Money(minorUnits: 1250, currency: francs))
        let steps = machine.hear(.result(TerminalRecordID(1), result), at: 0)
        #expect(steps.contains(.answer(TerminalRecordID(1), isRefused ? .refuse : .stored)))
    }
}

extension TransactionResult {
    /// The terminal's last transaction before the sample payment.
    static var fromBefore: TransactionResult {
        var result = approved(receipt: 41)
        result.trace = 122
        (result.hour, result.minute) = (9, 2)
        return result
    }
}

extension BootTime {
    static func after(_ seconds: Int64) -> BootTime { BootTime(boot: "this", milliseconds: 1_000_000 + seconds * 1000) }
}

extension PaymentMachine {
    static func authorising(habits: TerminalHabits, amount: Money = .sample) -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample(habits: habits, amount: amount)))
        _ = machine.handle(.begin, at: .after(0))
        _ = machine.hear(.accepted, at: 0)
        return machine
    }

    /// A machine whose line broke at this second.
    static func disturbed(at seconds: Int64, habits: TerminalHabits = TerminalHabits()) -> PaymentMachine {
        var machine = authorising(habits: habits)
        _ = machine.hear(.finished(.disturbed(.sample)), at: seconds)
        return machine
    }

    mutating func hear(_ event: TerminalEvent, at seconds: Int64) -> [Step] {
        handle(.terminal(event), at: .after(seconds))
    }

    /// Reconnects: the terminal says that it is ready, registers, and gives this answer.
    mutating func asked(_ evidence: LastTransactionAnswer, at seconds: Int64) -> [Step] {
        _ = handle(.connected, at: .after(seconds))
        return answered(evidence, at: seconds)
    }

    mutating func askedAgain(_ evidence: LastTransactionAnswer, at seconds: Int64) -> [Step] {
        _ = handle(.elapsed, at: .after(seconds))
        return answered(evidence, at: seconds)
    }

    private mutating func answered(_ evidence: LastTransactionAnswer, at seconds: Int64) -> [Step] {
        for _ in 0..<2 {
            _ = hear(.accepted, at: seconds)
            _ = hear(.finished(.completed(TerminalState(status: 0))), at: seconds)
        }
        _ = hear(.accepted, at: seconds)
        if case .transaction(let result) = evidence { _ = hear(.result(TerminalRecordID(9), result), at: seconds) }
        return hear(.finished(.completed(TerminalState())), at: seconds)
    }
}

extension PaymentMachine.Step {
    fileprivate var isFinish: Bool {
        if case .finish = self { true } else { false }
    }

    fileprivate var isAsking: Bool {
        if case .write(.asking) = self { true } else { false }
    }
}
