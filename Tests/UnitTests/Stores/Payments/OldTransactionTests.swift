import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// A terminal may tell a transaction that it has stored as if it were the result of the new request.
@Suite struct OldTransactionTests {
    /// Whether a result of the terminal is neither accepted nor refused, so that the terminal is asked.
    private func isAskedAbout(
        _ result: TransactionResult, of intent: PaymentIntent = .sample(), claimed: [ClaimedTransaction] = []
    ) -> Bool {
        var machine = PaymentMachine(PaymentHistory(intent))
        machine.claimed = claimed
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        let steps = machine.hear(.result(TerminalRecordID(1), result))
        return steps.contains(.connect) && !steps.contains { if case .answer = $0 { true } else { false } }
    }

    private func without(_ result: TransactionResult, _ change: (inout TransactionResult) -> Void) -> TransactionResult
    {
        var result = result
        change(&result)
        return result
    }

    @Test func itIsKnownByWhateverIsToldOfIt() {
        #expect(isAskedAbout(.fromBefore))
        #expect(isAskedAbout(without(.fromBefore) { $0.receiptNumber = nil }))
        #expect(isAskedAbout(without(.fromBefore) { ($0.receiptNumber, $0.trace) = (nil, nil) }))
        #expect(!isAskedAbout(.approved()))
        #expect(!isAskedAbout(without(.approved()) { $0.receiptNumber = nil }))
    }

    @Test func aNumberThatBeganAnewIsNoOldTransaction() {
        #expect(!isAskedAbout(without(.fromBefore) { ($0.trace, $0.hour) = (123, 14) }))
    }

    @Test func oneFromLongBeforeIsNotTakenWhateverItsNumbersAre() {
        #expect(isAskedAbout(without(.fromBefore) { $0.hour = 7 }))
        #expect(isAskedAbout(without(.approved()) { $0.hour = 7 }))
        #expect(isAskedAbout(without(.approved()) { $0.hour = 7 }, of: .sample(watermark: .unknown)))
    }

    /// The terminal cleared its last receipt at its end of day.
    @Test func aTerminalWithASlowClockIsKnownByItsNewestPayment() {
        let intent = PaymentIntent.sample(watermark: .receipt(41), watermarkTrace: nil, watermarkTime: nil)
        let slow = without(.approved()) { $0.hour = 13 }
        func newest(at hour: Int) -> ClaimedTransaction {
            let result = without(.fromBefore) { $0.hour = hour }
            return ClaimedTransaction(
                payment: PaymentID(rawValue: "pay-1"), result: result, cameAfter: false, isNewest: true)
        }
        #expect(isAskedAbout(slow, of: intent))
        #expect(!isAskedAbout(slow, of: intent, claimed: [newest(at: 9)]))
        #expect(isAskedAbout(slow, of: intent, claimed: [newest(at: 14)]))
    }

    @Test(arguments: [true, false])
    func theTransactionOfAnotherPaymentIsKnownAgain(isNewest: Bool) {
        let intent = PaymentIntent.sample(watermark: .unknown, watermarkTrace: nil, watermarkTime: nil)
        let other = ClaimedTransaction(
            payment: PaymentID(rawValue: "pay-1"), result: .approved(), cameAfter: false, isNewest: isNewest)
        func isKnown(_ change: (inout TransactionResult) -> Void) -> Bool {
            isAskedAbout(without(.approved(), change), of: intent, claimed: [other])
        }
        #expect(isKnown { _ in })
        #expect(isKnown { ($0.receiptNumber, $0.trace) = (nil, nil) })
        #expect(isKnown { $0.hour = nil })
        // A number alone identifies only the newest transaction, because the terminal may have begun to count again
        // since an older one.
        #expect(isKnown { ($0.trace, $0.hour) = (nil, nil) } == isNewest)
        #expect(!isKnown { $0.trace = 124 })
        #expect(!isKnown { $0.terminalID = "29005678" })
    }

    /// A terminal restarts its numbers at its end of day or when it is set up anew, which the till need not know.
    @Test func onlyTheTimeShowsThatATransactionIsAnotherPayments() {
        let other = ClaimedTransaction(
            payment: PaymentID(rawValue: "pay-1"), result: .approved(), cameAfter: false)
        func reason(_ change: (inout TransactionResult) -> Void) -> RecoveryVerdict {
            let rule = LastTransactionMatcher(
                intent: .sample(watermark: .receipt(40), watermarkTrace: nil, watermarkTime: nil), told: nil)
            return rule.judge(without(.approved(), change), claimedBy: [other])
        }
        #expect(reason { _ in } == .unclear(Sentence("reason.belongsTo", ["payment": "pay-1"])))
        #expect(reason { $0.second = nil } == .unclear(Sentence("reason.hasNumbersOf", ["payment": "pay-1"])))
        #expect(reason { $0.hour = nil } == .unclear(Sentence("reason.hasNumbersOf", ["payment": "pay-1"])))
    }
}
