import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// What becomes of a payment if another payment of this till stands for the terminal's last transaction.
@Suite struct ClaimedVerdictTests {
    private static let other = PaymentID(rawValue: "pay-1")
    private static let belongs = RecoveryVerdict.unclear(Sentence("reason.belongsTo", ["payment": other]))
    private static let remembered = RecoveryVerdict.unclear(Sentence("reason.underRememberedNumber", [:]))

    private func changed(
        _ result: TransactionResult = .approved(), _ change: (inout TransactionResult) -> Void
    ) -> TransactionResult {
        var result = result
        change(&result)
        return result
    }

    /// The verdict on a last transaction, for which another payment stands.
    private func judge(
        _ last: TransactionResult = .approved(), claimed: TransactionResult? = nil, cameAfter: Bool = true,
        isOnOurTerminal: Bool = true, told: TransactionResult? = nil, dayEnded: Bool = false,
        of intent: PaymentIntent = .sample()
    ) -> RecoveryVerdict {
        let claim = ClaimedTransaction(
            payment: Self.other, result: claimed ?? last, cameAfter: cameAfter, isOnOurTerminal: isOnOurTerminal)
        return LastTransactionMatcher(intent: intent, told: told, dayEnded: dayEnded)
            .judge(last, claimedBy: [claim])
    }

    /// The other payment began later and has the very next number: ours can have none.
    @Test func aLaterPaymentUnderTheNextNumberLeavesNoneForOurs() {
        #expect(judge() == .notBooked)
        let first = changed { $0.receiptNumber = 1 }
        #expect(judge(first, of: .sample(watermark: .receipt(9999))) == .notBooked)
        #expect(judge(isOnOurTerminal: false) == .notBooked, "both name the same terminal")
    }

    @Test func whereANumberIsLeftForOursNothingIsProven() {
        #expect(judge(cameAfter: false) == Self.belongs)
        #expect(judge(told: .approved()) == Self.belongs, "the terminal told that ours was booked")
        #expect(judge(told: changed { $0.resultCode = 5 }) == .notBooked)
        #expect(judge(dayEnded: true) == Self.belongs, "numbers may have begun again")
        #expect(judge(of: .sample(watermark: .receipt(40))) == Self.belongs)
        #expect(judge(of: .sample(watermark: .nothingStored(code: nil), watermarkTrace: nil)) == Self.belongs)
        let unnamed = changed { $0.terminalID = nil }
        #expect(judge(unnamed, isOnOurTerminal: false) == Self.belongs, "two terminals may count alike")
        #expect(judge(unnamed) == .notBooked)
    }

    /// The receipt number of the other one begins again some day.
    @Test func anotherTransactionUnderItsNumbersIsJudgedForItself() {
        #expect(judge(claimed: changed { $0.trace = 124 }) == .approved(.approved()))
        #expect(judge(claimed: changed { $0.hour = 9 }) == .approved(.approved()))
        #expect(judge(claimed: changed { ($0.trace, $0.receiptNumber) = (nil, nil) }) == .approved(.approved()))
    }

    @Test func whatAnotherTerminalTellsIsNotHeldAgainstItsPayment() {
        let elsewhere = TransactionResult.approved(terminalID: "29009999")
        #expect(
            judge(elsewhere)
                == .unclear(Sentence("reason.otherTerminalAnswered", ["its": "29009999", "ours": "29001234"])))
    }

    /// The payment that is to be reversed stands for the transaction that is shown as taken back.
    @Test func thePaymentThatIsReversedDoesNotHideThatItWasTakenBack() {
        func judge(reversing payment: PaymentID) -> RecoveryVerdict {
            let booked = BookedPayment(payment: payment, receiptNumber: 41, trace: 122)
            let intent = PaymentIntent.sample(purpose: .reversal(of: booked))
            return self.judge(changed(.fromBefore) { $0.resultCode = 5 }, of: intent)
        }
        #expect(judge(reversing: Self.other) == .unclear(Sentence("reason.reversedShownAsFailed", [:])))
        #expect(judge(reversing: PaymentID(rawValue: "pay-2")) == Self.belongs)
    }

    /// A terminal that had told nothing may have restarted its numbers.
    @Test func underARememberedNumberOnlyTheSecondShowsThatNothingWasBooked() {
        let intent = PaymentIntent.sample(watermarkTrace: nil, watermarkTime: nil, remembersWatermark: true)
        #expect(judge(.fromBefore, of: intent) == .notBooked)
        #expect(judge(.fromBefore, claimed: changed(.fromBefore) { $0.second = nil }, of: intent) == Self.remembered)
        #expect(judge(changed(.fromBefore) { $0.second = nil }, of: intent) == Self.remembered)
        #expect(judge(.fromBefore, claimed: .approved(), of: intent) == Self.remembered)
        #expect(judge(.approved(), claimed: .fromBefore, of: intent) == .approved(.approved()), "it is newer")
        let told = PaymentIntent.sample(watermarkTrace: nil, watermarkTime: nil)
        #expect(judge(changed(.fromBefore) { $0.second = nil }, of: told) == .notBooked)
    }
}
