import Foundation
import Hardware
import Model
import Testing
import ZVTCodes

@testable import Payments
@testable import Stores

/// The differences of refunds and reversals in the machine and in the matching rule.
@Suite struct TransactionPurposeTests {
    private static let original = PaymentID(rawValue: "pay-ORIGINAL")
    /// The reversal of a transaction with receipt 41 and trace 122, the watermark of the samples.
    static let reversal = TransactionPurpose.reversal(
        of: BookedPayment(payment: original, receiptNumber: 41, trace: 122))
    static let refund = TransactionPurpose.refund(of: original)

    private func machine(_ purpose: TransactionPurpose) -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        return machine
    }

    // MARK: Requests

    @Test func eachPurposeHasItsCommandWrittenBeforeItLeaves() throws {
        let commands: [(TransactionPurpose, TerminalRequest)] = [
            (.payment, .authorise(.sample)), (Self.refund, .refund(.sample)), (.refund(of: nil), .refund(.sample)),
            (Self.reversal, .reverse(receipt: 41, .sample)),
        ]
        for (purpose, command) in commands {
            var machine = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
            let steps = machine.handle(.begin)
            let sending = try #require(steps.firstIndex(of: .write(.sending)))
            #expect(try #require(steps.firstIndex(of: .request(command))) > sending)
        }
    }

    @Test func anIntentWithoutAPurposeIsAPaymentAsBefore() throws {
        let stored = try JSONEncoder().encode(PaymentIntent.sample())
        #expect(!String(decoding: stored, as: UTF8.self).contains("givesBack"))
        #expect(try JSONDecoder().decode(PaymentIntent.self, from: stored).purpose == .payment)
    }

    @Test(arguments: [TransactionPurpose.refund(of: nil), refund, reversal])
    func aPurposeIsReadAsItWasWritten(purpose: TransactionPurpose) throws {
        let stored = try JSONEncoder().encode(PaymentIntent.sample(purpose: purpose))
        #expect(try JSONDecoder().decode(PaymentIntent.self, from: stored).purpose == purpose)
    }

    // MARK: Results

    @Test func aReversalThatNamesTheTraceOfItsPaymentIsDone() {
        var machine = machine(Self.reversal)
        let steps = machine.hear(.result(TerminalRecordID(1), .reversal(of: 122, receipt: 42)))
        #expect(steps.contains(.answer(TerminalRecordID(1), .stored)))
        let end = machine.hear(.finished(.completed(TerminalState()))).last
        #expect(end == .finish(.approved(.reversal(of: 122, receipt: 42))))
    }

    @Test func aReversalOfAnotherTraceIsRefusedAndAskedAbout() {
        var machine = machine(Self.reversal)
        let steps = machine.hear(.result(TerminalRecordID(1), .reversal(of: 99, receipt: 42)))
        #expect(steps.contains(.answer(TerminalRecordID(1), .refuse)))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    /// The complaint Portalum.Zvt#24: a terminal prints another amount.
    @Test func aReversalOfAnotherAmountIsRefusedAndAskedAbout() {
        var machine = machine(Self.reversal)
        var result = TransactionResult.reversal(of: 122, receipt: 42)
        result.amountMinor = 4000
        #expect(machine.hear(.result(TerminalRecordID(1), result)).contains(.answer(TerminalRecordID(1), .refuse)))
        #expect(machine.hear(.finished(.aborted(code: 0x66))).contains(.connect))
    }

    @Test func aReversalThatIsItselfTakenBackIsNotDone() {
        var machine = machine(Self.reversal)
        _ = machine.hear(.result(TerminalRecordID(1), .reversal(of: 122, receipt: 42)))
        let undone = machine.hear(.result(TerminalRecordID(2), .reversal(of: 124, receipt: 43)))
        #expect(undone.contains(.answer(TerminalRecordID(2), .stored)), "word of it is not refused")
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    @Test func aRefundThatIsTakenBackIsNotDone() {
        var machine = machine(Self.refund)
        _ = machine.hear(.result(TerminalRecordID(1), .approved()))
        _ = machine.hear(.result(TerminalRecordID(2), .reversal()))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    @Test(arguments: [refund, reversal])
    func aTerminalThatRefusesTheCommandDeclinesIt(purpose: TransactionPurpose) {
        var refusing = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = refusing.handle(.begin)
        #expect(refusing.hear(.finished(.refused(code: 0x83))).last == .finish(.declined(code: 0x83, text: nil)))
        var busy = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = busy.handle(.begin)
        guard case .finish(.notCharged)? = busy.hear(.finished(.refused(code: 0x9C))).last else {
            Issue.record("a busy terminal may be asked again")
            return
        }
    }

    // MARK: Answers about the last transaction

    private func judge(
        _ result: TransactionResult, told: TransactionResult? = nil, _ purpose: TransactionPurpose = reversal
    ) -> RecoveryVerdict {
        LastTransactionMatcher(intent: .sample(purpose: purpose), told: told).judge(.transaction(result))
    }

    @Test func aNewReversalOfThePaymentIsOurs() {
        let done = TransactionResult.reversal(of: 122, receipt: 42)
        #expect(judge(done) == .approved(done))
        #expect(judge(done, told: done) == .approved(done))
    }

    @Test func thePaymentStillBeingTheLastMeansThatNothingWasReversed() {
        #expect(judge(.fromBefore) == .notBooked)
    }

    @Test func aReversalThatWasToldAndIsGoneWasTakenBack() {
        #expect(judge(.fromBefore, told: .reversal(of: 122, receipt: 42)) == .reversed(nil))
    }

    @Test func aReversalOfSomethingNewerThanThePaymentUndidOurs() {
        let undone = TransactionResult.reversal(of: 124, receipt: 43)
        #expect(judge(undone) == .reversed(undone))
        #expect(judge(undone, told: .reversal(of: 122, receipt: 42)) == .reversed(undone))
    }

    @Test func aReversalOfAnOlderTransactionDecidesNothing() {
        #expect(judge(.reversal(of: 99, receipt: 42)).isUnclear)
    }

    @Test func aNewPaymentOfTheSameAmountIsNoReversal() {
        #expect(judge(.approved()).isUnclear)
    }

    @Test func aReversalThatFailedIsDeclined() {
        var failed = TransactionResult.reversal(of: 122, receipt: 42)
        failed.resultCode = 0xB5
        #expect(judge(failed) == .declined(failed))
    }

    @Test func aRefundIsFoundAsAPaymentIs() {
        #expect(judge(.approved(), Self.refund) == .approved(.approved()))
        #expect(judge(.fromBefore, Self.refund) == .notBooked)
        #expect(judge(.reversal(), told: .approved(), Self.refund) == .reversed(.reversal()))
    }

    // MARK: Advice

    @Test(arguments: [(0xB5, "refund"), (0x83, "refund"), (0xB4, "reversed_already"), (0x05, nil)])
    func aReversalThatTheTerminalWillNotDoIsAdvisedUpon(code: UInt8, advice: String?) {
        let report = PaymentReport(
            payment: Self.original, purpose: Self.reversal, orderNumber: nil, amount: .sample,
            outcome: .declined(code: DeviceCode(zvt: code), text: nil), wasKnown: false)
        #expect(report.advice?.rawValue == advice)
    }

    /// The payment stands if it is not given back: with another card it would be paid a second time.
    @Test func anotherCardIsOfferedOnlyWhereACardWasToBeCharged() {
        let purposes: [TransactionPurpose] = [.payment, Self.refund, Self.reversal, .reservation]
        let offered = purposes.map { $0.nextStep(after: 0x05)?.text(in: .en).contains("another card") ?? false }
        #expect(offered == [true, false, false, true])
        let host: DeviceCode = 0x6C
        for purpose in purposes { #expect(purpose.nextStep(after: host) == host.nextStep.sentence) }
    }
}
