import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The payment machine alone: inputs and the steps that follow.
@Suite struct PaymentMachineTests {
    @Test func theIntentAndTheSendingAreWrittenBeforeTheCommandLeaves() throws {
        var machine = PaymentMachine(PaymentHistory(.sample()))
        let steps = machine.handle(.begin)
        let intended = try #require(steps.firstIndex(of: .write(.intended(.sample()))))
        let sending = try #require(steps.firstIndex(of: .write(.sending)))
        let request = try #require(steps.firstIndex(of: .request(.authorise(.sample))))
        #expect(intended < sending && sending < request)
    }

    @Test func aResultIsWrittenBeforeItIsAnsweredAsStored() throws {
        var machine = PaymentMachine.authorising()
        let steps = machine.hear(.result(TerminalRecordID(1), .approved()))
        let write = try #require(steps.firstIndex(of: .write(.result(.approved(), answer: .stored))))
        let answer = try #require(steps.firstIndex(of: .answer(TerminalRecordID(1), .stored)))
        #expect(write < answer)
    }

    @Test func anApprovedPaymentThatTheTerminalCompletesIsSettledAsApproved() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .approved()))
        let steps = machine.hear(.finished(.completed(TerminalState())))
        #expect(steps.contains(.write(.settled(.approved(.approved())))))
        #expect(steps.last == .finish(.approved(.approved())))
    }

    @Test(arguments: [
        TransactionResult.approved(amount: 1251), .approved(currency: 840), .approved(terminalID: "29009999"),
    ])
    func aSuccessThatContradictsTheIntentIsRefusedAndThenAskedAbout(_ result: TransactionResult) {
        var machine = PaymentMachine.authorising()
        let steps = machine.hear(.result(TerminalRecordID(1), result))
        #expect(steps.contains(.answer(TerminalRecordID(1), .refuse)))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    @Test func aFailureFollowedByASuccessIsASuccess() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .failed(0x37)))
        _ = machine.hear(.result(TerminalRecordID(2), .approved()))
        #expect(machine.hear(.finished(.completed(TerminalState()))).last == .finish(.approved(.approved())))
    }

    @Test func aFailingResultAloneDecidesNothing() {
        var machine = PaymentMachine.authorising()
        let steps = machine.hear(.result(TerminalRecordID(1), .failed(0x05)))
        #expect(!steps.contains { if case .finish = $0 { true } else { false } })
    }

    @Test func anAbortAfterAFailureIsADecline() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .failed(0x05)))
        #expect(machine.hear(.finished(.aborted(code: 0x05))).last == .finish(.declined(code: 5, text: nil)))
    }

    @Test func anAbortByTheStopKeyIsACancellation() {
        var machine = PaymentMachine.authorising()
        #expect(machine.hear(.finished(.aborted(code: 0x6C))).last == .finish(.cancelled(code: 0x6C)))
    }

    @Test func anAbortAfterASuccessIsAskedAboutAndNotBelieved() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .approved()))
        #expect(machine.hear(.finished(.aborted(code: 0xCC))).contains(.connect))
    }

    @Test func aCompletionAfterAReversalIsNoApproval() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .approved()))
        _ = machine.hear(.result(TerminalRecordID(2), .reversal()))
        let steps = machine.hear(.finished(.completed(TerminalState())))
        #expect(steps.contains(.connect))
        #expect(!steps.contains { if case .finish = $0 { true } else { false } })
    }

    @Test func aReversalOfWhatWeRefusedIsStored() {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .approved(amount: 1251)))
        var reversal = TransactionResult.reversal()
        reversal.amountMinor = 1251
        #expect(machine.hear(.result(TerminalRecordID(2), reversal)).contains(.answer(TerminalRecordID(2), .stored)))
    }

    @Test func aResultBeforeTheQuestionWasTakenIsWrittenBeforeItIsAnswered() throws {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        _ = machine.hear(.finished(.completed(TerminalState())))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.request(.repeatReceipt)))
        let steps = machine.hear(.result(TerminalRecordID(1), .approved()))
        let write = try #require(steps.firstIndex(of: .write(.result(.approved(), answer: .stored))))
        let answer = try #require(steps.firstIndex(of: .answer(TerminalRecordID(1), .stored)))
        #expect(write < answer)
    }

    @Test func whatAFailedTryPrintedIsNotOnTheReceiptOfTheNext() {
        let text = TerminalText(copy: .customer, lines: [PrintedLine("Abgelehnt")], endsReceipt: true)
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.result(TerminalRecordID(1), .failed(0x37)))
        _ = machine.hear(.text(TerminalRecordID(2), text))
        _ = machine.hear(.result(TerminalRecordID(3), .approved()))
        #expect(machine.history.texts.isEmpty)
    }

    @Test func aCompletionWithoutAnyResultIsAskedAbout() {
        var machine = PaymentMachine.authorising()
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    @Test func aRefusedCommandNeverCharged() {
        var machine = PaymentMachine(PaymentHistory(.sample()))
        _ = machine.handle(.begin)
        guard case .finish(.notCharged)? = machine.hear(.finished(.refused(code: 0x83))).last else {
            Issue.record("a refused command is not charged")
            return
        }
    }

    @Test func aResultThatComesBeforeTheCommandWasTakenIsNotOurs() {
        var machine = PaymentMachine(PaymentHistory(.sample()))
        _ = machine.handle(.begin)
        let steps = machine.hear(.result(TerminalRecordID(1), .approved()))
        #expect(!steps.contains(.answer(TerminalRecordID(1), .stored)))
        #expect(steps.contains(.connect))
    }

    @Test func aCancelRequestIsNotAnOutcome() {
        var machine = PaymentMachine.authorising()
        let steps = machine.handle(.cancel)
        #expect(steps == [.write(.cancelRequested), .cancelTerminal])
        _ = machine.hear(.result(TerminalRecordID(1), .approved()))
        #expect(machine.hear(.finished(.completed(TerminalState()))).last == .finish(.approved(.approved())))
    }

    @Test func aCancelBeforeTheCommandWasTakenIsPassedOnWhenItIs() {
        var machine = PaymentMachine(PaymentHistory(.sample()))
        _ = machine.handle(.begin)
        #expect(machine.handle(.cancel) == [.write(.cancelRequested)])
        #expect(machine.hear(.accepted).contains(.cancelTerminal))
    }

    @Test func aFullDiskBeforeTheCommandLeavesChargesNothing() {
        var machine = PaymentMachine(PaymentHistory(.sample()))
        let steps = machine.handle(.begin)
        let ended = machine.handle(.writeFailed(.sample, undone: Array(steps.dropFirst(2))))
        #expect(ended == [.finish(.notCharged(reason: Sentence(Failure.sample)))])
    }

    @Test func aFullDiskAtTheResultRefusesItAndLeavesThePaymentInDoubt() {
        var machine = PaymentMachine.authorising()
        let steps = machine.hear(.result(TerminalRecordID(1), .approved()))
        let undone = Array(steps[steps.index(after: steps.firstIndex { $0.isWrite } ?? 0)...])
        let refused = machine.handle(.writeFailed(.sample, undone: undone))
        #expect(refused.contains(.answer(TerminalRecordID(1), .refuse)))
        #expect(machine.hear(.finished(.aborted(code: 5))).last == .finish(.inDoubt(reason: Sentence(Failure.sample))))
    }

    @Test func receiptTextIsStoredWithoutAnExpiryDate() {
        var machine = PaymentMachine.authorising()
        let text = TerminalText(copy: .customer, lines: [PrintedLine("Karte gueltig bis 12/28")], endsReceipt: false)
        let steps = machine.hear(.text(TerminalRecordID(3), text))
        #expect(!"\(steps)".contains("12/28"))
        #expect(steps.contains(.answer(TerminalRecordID(3), .stored)))
    }
}

extension PaymentMachine {
    static func authorising() -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample()))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        return machine
    }

    mutating func hear(_ event: TerminalEvent) -> [Step] { handle(.terminal(event)) }
}

extension PaymentMachine.Step {
    var isWrite: Bool {
        if case .write = self { true } else { false }
    }
}
