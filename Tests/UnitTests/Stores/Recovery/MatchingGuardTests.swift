import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The guards of the matching rule, one by one. Each prevents that an old answer is taken for an approval.
@Suite struct MatchingGuardTests {
    private static let booked = BookedPayment(payment: PaymentID(rawValue: "pay-OLD"), receiptNumber: 40, trace: 122)

    private func judge(
        _ result: TransactionResult, told: TransactionResult, intent: PaymentIntent = .sample()
    ) -> RecoveryVerdict {
        LastTransactionMatcher(intent: intent, told: told).judge(.transaction(result))
    }

    private func isApproved(_ finding: RecoveryVerdict) -> Bool {
        if case .approved = finding { true } else { false }
    }

    // MARK: Results that were told

    @Test func theReceiptThatWasKnownBeforeIsNotOursThoughWeWereToldIt() {
        let stale = TransactionResult.fromBefore
        #expect(!isApproved(judge(stale, told: stale)))
    }

    @Test func aReceiptWithoutATraceDoesNotProveThatItIsTheOneWeWereToldOf() {
        var bare = TransactionResult.approved()
        bare.trace = nil
        #expect(judge(bare, told: bare, intent: .sample(watermark: .unknown)).isUnclear)
    }

    @Test func aFailureThatWeWereToldOfDoesNotMakeTheNextSuccessOurs() {
        #expect(judge(.approved(), told: .failed(0x05), intent: .sample(watermark: .unknown)).isUnclear)
    }

    @Test func theSameReceiptUnderAnotherTraceIsNotTheOneWeWereToldOf() {
        var other = TransactionResult.approved()
        other.trace = 999
        #expect(judge(other, told: .approved(), intent: .sample(watermark: .unknown)).isUnclear)
    }

    // MARK: Repetitions without a receipt number

    @Test func aSuccessThatIsRepeatedWithoutItsReceiptNumberIsTheOneWeWereToldOf() {
        let repeated = TransactionResult.approved(receipt: nil)
        #expect(judge(repeated, told: .approved()) == .approved(.approved()))
        let asked = LastTransactionMatcher(intent: .sample(), told: .approved(), seen: repeated)
        #expect(asked.judge(.transaction(repeated)) == .approved(.approved()), "asked while it might still run")
    }

    @Test func aRepetitionWithoutANumberMustAgreeInAllThatBothTell() {
        let changes: [(inout TransactionResult) -> Void] = [
            { $0.trace = 124 }, { $0.trace = nil }, { $0.amountMinor = nil }, { $0.second = 11 }, { $0.second = nil },
            { $0.panLastDigits = "9999" }, { $0.originalTrace = 122 }, { $0.resultCode = 5 },
        ]
        var told = TransactionResult.approved()
        told.panLastDigits = "1111"
        for (number, change) in changes.enumerated() {
            var repeated = told
            repeated.receiptNumber = nil
            change(&repeated)
            #expect(judge(repeated, told: told).isUnclear, "change \(number)")
        }
        told.receiptNumber = nil
        #expect(judge(told, told: told).isUnclear, "no number was told")
    }

    // MARK: After an approval

    /// The terminal tells two reversals of one payment. Till knows of the first and not of the second.
    @Test func aReversalAfterTheOneWeWereToldOfIsNotOurs() {
        let intent = PaymentIntent.sample(purpose: .reversal(of: Self.booked))
        let told = TransactionResult.reversal(of: 122, receipt: 42)
        var later = TransactionResult.reversal(of: 122, receipt: 43)
        later.trace = 125
        #expect(isApproved(judge(told, told: told, intent: intent)))
        #expect(!isApproved(judge(later, told: told, intent: intent)))
    }

    // MARK: Results that were refused

    /// The terminal reverses the first refused result, even if it tells a second one meanwhile.
    @Test func theFirstResultThatWasRefusedIsTheOneWhoseEndIsAwaited() {
        var first = TransactionResult.approved(amount: 1251)
        first.trace = 123
        var second = TransactionResult.approved(amount: 1252, receipt: 43)
        second.trace = 124
        var history = PaymentHistory(.sample())
        for fact in [PaymentEvent.sending, .result(first, answer: .refuse), .result(second, answer: .refuse)] {
            history.apply(fact)
        }
        #expect(history.refusedResult == first)
    }
}

/// A terminal that answers a question about a payment with "busy".
@Suite struct BusyTerminalTests {
    private func recovering() -> PaymentMachine {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        return machine
    }

    private func pauses(_ steps: [PaymentMachine.Step]) -> Bool {
        steps.contains { if case .pause = $0 { true } else { false } }
    }

    private func asks(_ steps: [PaymentMachine.Step]) -> Bool {
        steps.contains { if case .request = $0 { true } else { false } }
    }

    private func doubt(_ steps: [PaymentMachine.Step]) -> Sentence? {
        for case .finish(.inDoubt(let reason)) in steps { return reason }
        return nil
    }

    /// The terminal answers without ever ending its answer.
    @Test func aTerminalThatNeverEndsItsAnswerIsWhyThereIsADoubt() {
        var machine = recovering()
        _ = machine.hear(.accepted)
        #expect(doubt(machine.handle(.giveUp)) == Recovery.endlessAnswer)
        #expect(Recovery.endlessAnswer.text(in: .de) != Recovery.endlessAnswer.text(in: .en))
    }

    /// The journal has the reason of the doubt, so nobody needs to guess how the last process ended.
    @Test func theNextProcessDoesNotSayThatTillWasStoppedWhereItWasNot() {
        for known in [[PaymentEvent.disturbed(.sample)], [.disturbed(.sample), .inDoubt(reason: "It was busy.")]] {
            var history = PaymentHistory(.sample())
            for fact in [.sending] + known { history.apply(fact) }
            var machine = PaymentMachine(history)
            _ = machine.handle(.resume)
            #expect(doubt(machine.handle(.giveUp)) == (known.count == 2 ? "It was busy." : Sentence(Failure.sample)))
        }
        var bare = PaymentHistory(.sample())
        bare.apply(.sending)
        var machine = PaymentMachine(bare)
        _ = machine.handle(.resume)
        #expect(
            doubt(machine.handle(.giveUp))?.description.hasPrefix("How the payment ended was not written down") == true)
    }

    @Test func aStatusThatSaysBusyIsWaitedOut() {
        var machine = recovering()
        let busy = machine.hear(.finished(.completed(TerminalState(status: 0x9C))))
        #expect(pauses(busy) && !asks(busy))
        let again = machine.handle(.elapsed)
        #expect(again.contains(.request(.enquireStatus)), "it is asked from the beginning")
        #expect(asks(machine.hear(.finished(.completed(TerminalState(status: 0))))))
    }

    @Test func aQuestionThatIsRefusedAsBusyIsAskedAgain() {
        var machine = recovering()
        _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        _ = machine.hear(.finished(.completed(TerminalState())))
        let busy = machine.hear(.finished(.refused(code: 0x9C)))
        #expect(pauses(busy))
        #expect(!busy.contains { if case .finish = $0 { true } else { false } })
        #expect(machine.handle(.elapsed).contains(.request(.enquireStatus)))
    }
}
