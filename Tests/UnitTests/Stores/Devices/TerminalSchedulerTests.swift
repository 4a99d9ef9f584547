import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// What follows before a payment from a terminal's last transaction, or from its refusal to tell it.
@Suite struct TerminalSchedulerTests {
    private func watermark(_ end: TerminalEnd, _ result: TransactionResult? = nil) throws(Failure) -> Watermark {
        try TerminalScheduler.watermark(TerminalRequestRunner.Outcome(result: result, end: end))
    }

    @Test(arguments: [TerminalEnd.refused(code: 0x9C), .aborted(code: 0x9C)])
    func aBusyTerminalIsNotTakenForOneWithoutTransactions(_ end: TerminalEnd) {
        #expect(throws: Failure.terminalBusy) { try watermark(end) }
    }

    @Test func aTerminalThatLooksAndFindsNothingHasNothingStored() throws {
        #expect(try watermark(.aborted(code: 0x64)) == .nothingStored(code: 0x64))
    }

    @Test func aTerminalThatCannotRepeatMayHaveStoredAnything() throws {
        #expect(try watermark(.refused(code: 0x83)) == .unknown)
    }

    @Test func aTerminalThatAnswersWithoutATransactionLeavesItUnknown() throws {
        #expect(try watermark(.completed(TerminalState())) == .unknown)
    }

    @Test(arguments: [TerminalEnd.completed(TerminalState()), .aborted(code: 0x6C), .aborted(code: 0x9C)])
    func aTransactionThatIsToldIsTheLastOneHoweverTheAnswerEnds(_ end: TerminalEnd) throws {
        #expect(try watermark(end, .approved(receipt: 42)) == .receipt(42))
    }

    @Test func aTransactionWithoutAReceiptNumberIsNone() throws {
        #expect(try watermark(.completed(TerminalState()), .approved(receipt: nil)) == .unknown)
        #expect(try watermark(.aborted(code: 0x64), .approved(receipt: nil)) == .nothingStored(code: 0x64))
    }

    @Test func aDisturbedAnswerSaysNothing() {
        #expect(throws: Failure.sample) { try watermark(.disturbed(.sample), .approved(receipt: 42)) }
    }
}
