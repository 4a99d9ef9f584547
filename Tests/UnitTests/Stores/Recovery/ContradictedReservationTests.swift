import Flow
import Hardware
import Model
import Testing
import ZVTCodes

@testable import Payments
@testable import Stores

/// A list of open reservations proves nothing once something new contradicts it.
@Suite struct ContradictedReservationTests {
    private static func reserved(trace: Int? = 122) -> OpenPreauthorisation {
        OpenPreauthorisation(
            payment: PaymentID(rawValue: "res-1"), amount: Money(minorUnits: 5000, currency: .eur),
            name: Preauthorisation(receiptNumber: 41, trace: trace))
    }
    private static func booking(trace: Int? = 122, _ command: Capture.Command = .bookTotal) -> TransactionPurpose {
        .booking(Capture(reserved: reserved(trace: trace), command: command, due: nil))
    }

    /// A machine that was cut off and has asked for the last transaction.
    private func asked(terminalID: String? = "29001234") -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample(terminalID: terminalID, purpose: Self.booking())))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        return machine
    }

    private func cutOff(_ machine: inout PaymentMachine) {
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        _ = machine.hear(.finished(.completed(TerminalState())))
    }

    /// What follows when the terminal repeats this transaction.
    private func steps(_ machine: inout PaymentMachine, repeating last: TransactionResult) -> [PaymentMachine.Step] {
        _ = machine.hear(.accepted)
        _ = machine.hear(.result(TerminalRecordID(9), last))
        return machine.hear(.finished(.completed(TerminalState())))
    }

    @Test(
        "Each reason that speaks of something new is a sentence of the catalogue",
        arguments: LastTransactionMatcher.ofSomethingNew)
    func eachReasonIsInTheCatalogue(key: String) { #expect(Catalogue.sentences(in: "en")[key] != nil) }

    @Test("What another terminal lists decides nothing about a booking") func anotherTerminalsListDecidesNothing() {
        var machine = asked()
        cutOff(&machine)
        let steps = steps(&machine, repeating: .approved(terminalID: "29009999"))
        #expect(!steps.contains(.request(.openPreauthorisations)))
        #expect(steps.last == .pause(Recovery.askPause) && machine.history.storedOutcome?.isFinal != true)
    }

    @Test("A booking with another amount is not called off because the reservation is still listed")
    func anotherAmountIsNotCalledOff() {
        var machine = asked()
        cutOff(&machine)
        let steps = steps(&machine, repeating: .approved(amount: 700))
        #expect(!steps.contains(.request(.openPreauthorisations)) && steps.last == .pause(Recovery.askPause))
    }

    @Test("A booking that was refused and kept is not called off because the reservation is still listed")
    func whatWasRefusedAndKeptIsNotCalledOff() {
        var machine = asked()
        _ = machine.hear(.result(TerminalRecordID(1), .approved(amount: 700)))
        cutOff(&machine)
        let steps = steps(&machine, repeating: .approved(amount: 700))
        #expect(!steps.contains(.request(.openPreauthorisations)) && steps.last == .pause(Recovery.askPause))
    }

    @Test(
        "A booking that the terminal repeats is settled without a question for the open reservations",
        arguments: [TransactionResult.approved(), .failed(5)])
    func whatTheTerminalRepeatsIsSettled(result: TransactionResult) {
        var machine = asked()
        cutOff(&machine)
        let steps = steps(&machine, repeating: result)
        #expect(!steps.contains(.request(.openPreauthorisations)))
        #expect(steps.last == .finish(result.isSuccess ? .approved(result) : .declined(code: 5, text: nil)))
    }

    // MARK: The trace that a result names

    @Test("A booking that names a reservation whose trace is unknown is done")
    func aBookingOfAnUntracedReservationIsDone() {
        var result = TransactionResult.approved()
        result.originalTrace = 121
        var machine = PaymentMachine(PaymentHistory(.sample(purpose: Self.booking(trace: nil))))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        _ = machine.hear(.result(TerminalRecordID(1), result))
        #expect(machine.hear(.finished(.completed(TerminalState()))).last == .finish(.approved(result)))
        let rule = LastTransactionMatcher(intent: .sample(purpose: Self.booking(trace: nil)), told: nil)
        #expect(rule.judge(.transaction(result)) == .approved(result))
    }

    @Test("A booking of an untraced reservation that was taken back is not called done")
    func anUndoneBookingOfAnUntracedReservationIsNotDone() {
        let purpose = Self.booking(trace: nil)
        let undone = TransactionResult.reversal(of: 123)
        #expect(
            LastTransactionMatcher(intent: .sample(purpose: purpose), told: nil).judge(.transaction(undone))
                == .reversed(undone))
        var told = TransactionResult.approved()
        told.originalTrace = 121
        let untraced = PaymentIntent.sample(watermarkTrace: nil, purpose: purpose)
        #expect(LastTransactionMatcher(intent: untraced, told: told).judge(.transaction(undone)) == .reversed(undone))
        #expect(LastTransactionMatcher(intent: untraced, told: nil).judge(.transaction(undone)).isUnclear)
    }

    @Test("A payment that names its own trace is not called taken back") func nothingReversesItself() {
        let result = TransactionResult.reversal(of: 124)
        let rule = LastTransactionMatcher(intent: .sample(), told: nil)
        guard case .unclear(let why) = rule.judge(.transaction(result)) else {
            Issue.record("nothing can reverse itself")
            return
        }
        #expect(why.code == "reason.namesItself")
    }

    @Test("Whoever answers for good is believed that an older payment was not reversed")
    func anAcquirerAnswersForOlderPaymentsToo() {
        let older = TransactionPurpose.reversal(
            of: BookedPayment(payment: PaymentID(rawValue: "pay-1"), receiptNumber: 40, trace: 121))
        var before = TransactionResult.approved(receipt: 41)
        (before.trace, before.hour, before.minute) = (122, 9, 2)
        let rule = LastTransactionMatcher(intent: .sample(purpose: older), told: nil)
        #expect(rule.judge(.transaction(before)) == .notBooked)
        let forgetful = PaymentIntent.sample(purpose: older, habits: TerminalHabits(cardPhaseSeconds: 60))
        #expect(LastTransactionMatcher(intent: forgetful, told: nil).judge(.transaction(before)).isUnclear)
    }

    // MARK: What a person types

    @Test("The unused part of a reservation is taken at the person's word, with where it was read")
    func theUnusedPartIsTakenLiterally() throws {
        let purpose = Self.booking(.partialRelease)
        let history = PaymentHistory(.sample(purpose: purpose))
        let unused = Money(minorUnits: 5000 - 1250, currency: .eur)
        let rule = OperatorRule(history: history)
        func evidence(_ amount: Money, _ words: String?) -> OperatorEvidence {
            OperatorEvidence(.booked(receipt: 42, trace: 123, amount: amount), words: words, operatorName: "Anna")
        }
        #expect(throws: Failure.otherAmount(asked: .sample, unused)) { try rule.outcome(of: evidence(unused, nil)) }
        let outcome = try rule.outcome(of: evidence(unused, "journal, line 3"))
        var settled = history
        settled.apply(.operatorSettled(evidence(unused, "journal, line 3"), outcome))
        #expect(settled.amount == unused && AmountDifference(settled)?.booked == unused)
        _ = try rule.outcome(of: evidence(.sample, nil))
    }

    @Test("A booking under the reservation's own number can be told as it is")
    func aBookingUnderTheReservationsNumberCanBeTyped() throws {
        let reserved = OpenPreauthorisation(
            payment: PaymentID(rawValue: "res-1"), amount: Money(minorUnits: 5000, currency: .eur),
            name: Preauthorisation(receiptNumber: 40, trace: 121))
        let purpose = TransactionPurpose.booking(Capture(reserved: reserved, command: .bookTotal, due: nil))
        let rule = OperatorRule(history: PaymentHistory(.sample(purpose: purpose)))
        func evidence(trace: Int) -> OperatorEvidence {
            OperatorEvidence(.booked(receipt: 40, trace: trace, amount: .sample), words: nil, operatorName: "Anna")
        }
        _ = try rule.outcome(of: evidence(trace: 123))
        #expect(throws: Failure.self) { try rule.outcome(of: evidence(trace: 121)) }
    }

    @Test("A terminal that takes no reservations declines them for good") func noReservationsAreDeclined() {
        var machine = PaymentMachine(PaymentHistory(.sample(purpose: .reservation)))
        _ = machine.handle(.begin)
        #expect(machine.hear(.finished(.refused(code: 0x83))).last == .finish(.declined(code: 0x83, text: nil)))
    }

    @Test("A reversal that is refused because it was made before does not say that the payment stands")
    func whatWasReversedBeforeIsNotSaidToStand() {
        let reversal = TransactionPurposeTests.reversal
        #expect(reversal.refusal(saysReversed: 0xB4)?.code == "kind.nothing.reversedBefore")
        #expect(
            reversal.refusal(saysReversed: 0x83) == nil && TransactionPurpose.payment.refusal(saysReversed: 0xB4) == nil
        )
    }
}
