import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Goods between the approval and the booking: the state machine and its rule alone.
@Suite struct GoodsMachineTests {
    private static let part = DispenseResult.givenInPart(Money(minorUnits: 350, currency: .eur))
    private static let first = TerminalRecordID(1)

    private func machine() -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample(givesGoods: true)))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        return machine
    }

    private func pending() -> PaymentMachine {
        var machine = machine()
        _ = machine.hear(.result(Self.first, .approved()))
        return machine
    }

    @Test func anApprovalIsWrittenThenHeldUntilTheGoodsAreGiven() throws {
        var machine = machine()
        let steps = machine.hear(.result(Self.first, .approved()))
        let write = try #require(steps.firstIndex(of: .write(.result(.approved(), answer: .goods))))
        let answer = try #require(steps.firstIndex(of: .answer(Self.first, .goods(.pending))))
        #expect(write < answer && steps.last == .giveGoods)
    }

    @Test(arguments: [DispenseResult.given, part, .notGiven])
    func whatBecameOfTheGoodsIsWrittenBeforeTheTerminalIsTold(issue: DispenseResult) {
        var machine = pending()
        #expect(machine.handle(.goods(issue)) == [.write(.goods(issue)), .answer(Self.first, .goods(issue))])
        #expect(machine.handle(.goods(issue)).isEmpty, "said once")
    }

    /// The goods are given, and the terminal does not know: it was told to ask again just before, or to take the payment back.
    @Test(arguments: [false, true])
    func aTerminalThatBooksWithoutHavingBeenToldToIsAsked(isCancelled: Bool) {
        var machine = pending()
        if isCancelled {
            _ = machine.handle(.cancel)
            _ = machine.hear(.answered(Self.first))
        }
        _ = machine.handle(.goods(.given))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
        #expect(machine.history.storedOutcome == nil)
    }

    /// It has told a success, and nobody knows whether it books that.
    @Test func aTerminalThatBreaksOffWhileItWaitsForTheGoodsIsAsked() {
        var machine = pending()
        let steps = machine.hear(.finished(.aborted(code: 0x6C)))
        #expect(steps.first == .write(.disturbed(.abortedAfterSuccess)) && steps.contains(.connect))
        #expect(machine.history.storedOutcome == nil)
    }

    @Test func aTerminalThatWasToldToBookHasBooked() {
        var machine = pending()
        _ = machine.handle(.goods(.given))
        _ = machine.hear(.answered(Self.first))
        #expect(machine.hear(.finished(.completed(TerminalState()))).last == .finish(.approved(.approved())))
    }

    @Test func aTerminalThatAsksAgainIsToldTheSame() {
        var machine = pending()
        _ = machine.handle(.goods(.given))
        let again = TerminalRecordID(2)
        #expect(machine.hear(.result(again, .approved())).contains(.answer(again, .goods(.given))))
    }

    @Test func aPartThatTheTerminalTellsItselfIsBooked() {
        var machine = pending()
        _ = machine.handle(.goods(Self.part))
        let again = TerminalRecordID(2)
        #expect(machine.hear(.result(again, .approved(amount: 350))).contains(.answer(again, .stored)))
        _ = machine.hear(.answered(again))
        #expect(machine.hear(.finished(.completed(TerminalState()))).last == .finish(.approved(.approved(amount: 350))))
        #expect(machine.history.amount.minorUnits == 350)
    }

    @Test(arguments: [350, 1250])
    func whatATerminalDoesNotTellOfAPartItIsAsked(booked: Int64) {
        var machine = pending()
        _ = machine.handle(.goods(Self.part))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
        #expect(machine.history.storedOutcome == nil)
        for event in [PaymentMachine.Input.connected, .terminal(.finished(.completed(TerminalState())))] {
            _ = machine.handle(event)
        }
        #expect(machine.hear(.finished(.completed(TerminalState()))) == [.request(.repeatReceipt)])
        _ = machine.hear(.accepted)
        _ = machine.hear(.result(TerminalRecordID(2), .approved(amount: booked)))
        let end = machine.hear(.finished(.completed(TerminalState())))
        #expect(end.last == .finish(.approved(.approved(amount: booked))))
        #expect(machine.history.amount.minorUnits == booked)
    }

    @Test func aTillThatStoppedAfterAnUntoldPartAsksToo() {
        let facts: [PaymentEvent] = [
            .intended(.sample(givesGoods: true)), .sending, .result(.approved(), answer: .goods), .goods(Self.part),
            .completed,
        ]
        var machine = PaymentMachine(PaymentHistory(facts) ?? PaymentHistory(.sample()))
        #expect(!machine.history.isDecided)
        #expect(machine.handle(.resume).contains(.connect))
    }

    @Test func anotherPartIsRefused() {
        var machine = pending()
        _ = machine.handle(.goods(Self.part))
        let again = TerminalRecordID(2)
        #expect(machine.hear(.result(again, .approved(amount: 351))).contains(.answer(again, .refuse)))
    }

    @Test(arguments: [nil, DispenseResult.notGiven])
    func aTerminalThatCompletesWithoutGoodsIsAsked(issue: DispenseResult?) {
        var machine = pending()
        if let issue { _ = machine.handle(.goods(issue)) }
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    @Test func aPaymentThatIsCancelledWhileItsGoodsArePendingIsNotBooked() {
        var machine = pending()
        #expect(machine.handle(.cancel) == [.write(.cancelRequested), .answer(Self.first, .goods(.notGiven))])
        #expect(machine.handle(.cancel).isEmpty, "asked once")
        _ = machine.hear(.result(TerminalRecordID(2), .failed(0x66)))
        #expect(machine.hear(.finished(.aborted(code: 0x66))).last == .finish(.cancelled(code: 0x66)))
    }

    @Test func oneThatWasCancelledTooLateForTheTerminalIsNotBookedEither() {
        var machine = machine()
        #expect(machine.handle(.cancel) == [.write(.cancelRequested), .cancelTerminal])
        let steps = machine.hear(.result(Self.first, .approved()))
        #expect(steps.contains(.answer(Self.first, .goods(.notGiven))) && !steps.contains(.giveGoods))
    }

    @Test func aCardThatIsDeclinedAfterACancellationIsDeclined() {
        var machine = machine()
        _ = machine.handle(.cancel)
        _ = machine.hear(.result(Self.first, .failed(0x05)))
        #expect(machine.hear(.finished(.aborted(code: 0x05))).last == .finish(.declined(code: 0x05, text: nil)))
    }

    @Test func goodsThatCameAllTheSameAreUnpaid() {
        var machine = pending()
        _ = machine.handle(.cancel)
        #expect(machine.handle(.goods(.given)) == [.write(.goods(.given))])
        _ = machine.hear(.result(TerminalRecordID(2), .failed(0x66)))
        #expect(machine.hear(.finished(.aborted(code: 0x66))).last == .finish(.goodsUnpaid))
    }

    @Test func whatIsCancelledOnABrokenLineIsToldOnTheNext() {
        var machine = pending()
        _ = machine.hear(.finished(.disturbed(.sample)))
        #expect(machine.handle(.cancel).first == .write(.cancelRequested))
        _ = machine.handle(.connected)
        #expect(machine.hear(.result(Self.first, .approved())).contains(.answer(Self.first, .goods(.notGiven))))
    }

    @Test func goodsBeforeAnApprovalAreNotTakenDown() {
        var machine = machine()
        #expect(machine.handle(.goods(.given)).isEmpty)
        let rule = DispenseRule(history: machine.history).consequence(of: .given)
        #expect(rule == .refused(.goodsNotAwaited(PaymentID(rawValue: "pay-SAMPLE"))))
    }

    @Test func onALineMadeAnewAnOldRecordIsNotAnswered() {
        var machine = pending()
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        #expect(machine.handle(.goods(.given)) == [.write(.goods(.given))])
    }

    @Test func aTerminalStillInThePaymentOnANewLineIsKeptWaitingToo() {
        var machine = pending()
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        let steps = machine.hear(.result(Self.first, .approved()))
        #expect(steps.contains(.answer(Self.first, .goods(.pending))))
        #expect(machine.handle(.goods(.given)).contains(.answer(Self.first, .goods(.given))))
    }

    @Test func anIntentAndItsFactsAreReadAsTheyWereWritten() throws {
        let events: [PaymentEvent] = [
            .intended(.sample(givesGoods: true)), .result(.approved(), answer: .goods), .goods(Self.part),
            .goodsTooLate(.notGiven), .settled(.goodsUnpaid), .settled(.goodsNotGiven),
        ]
        for event in events {
            #expect(try JSONDecoder().decode(PaymentEvent.self, from: JSONEncoder().encode(event)) == event)
        }
        let plain = try JSONEncoder().encode(PaymentIntent.sample())
        #expect(!String(decoding: plain, as: UTF8.self).contains("awaitsGoods"))
    }

    @Test func theRepeatedReceiptMayTellThePartOrTheWhole() {
        let rule = LastTransactionMatcher(intent: .sample(givesGoods: true), told: .approved(), goods: Self.part)
        for amount: Int64 in [350, 1250] {
            #expect(rule.judge(.transaction(.approved(amount: amount))) == .approved(.approved(amount: amount)))
        }
        #expect(rule.judge(.transaction(.approved(amount: 349))).word == "unclear")
    }
}
