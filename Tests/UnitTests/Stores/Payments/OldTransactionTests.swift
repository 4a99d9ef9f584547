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

    /// The terminal told nothing of its last transaction but the receipt number, or the till remembers that.
    @Test func aRememberedNumberDoesNotShowThatATransactionIsOld() {
        let intent = PaymentIntent.sample(watermarkTrace: nil, watermarkTime: nil)
        #expect(intent.isFromBefore(.fromBefore) && !intent.isFromBefore(.approved()))
        #expect(!intent.isFromBefore(without(.fromBefore) { $0.originalTrace = 7 }), "it undoes another")
        let remembered = PaymentIntent.sample(watermarkTrace: nil, watermarkTime: nil, remembersWatermark: true)
        #expect(!remembered.isFromBefore(.fromBefore))
    }

    /// The end of a reservation may have the reservation's receipt number.
    @Test func theEndOfAReservationIsOldOnlyByItsTrace() {
        let intent = PaymentIntent.sample(watermarkTime: nil, purpose: ReservationRuleTests.booking)
        #expect(intent.isFromBefore(.fromBefore))
        #expect(!intent.isFromBefore(without(.fromBefore) { $0.trace = nil }))
        #expect(!intent.isFromBefore(without(.fromBefore) { $0.trace = 123 }))
        #expect(PaymentIntent.sample(watermarkTime: nil).isFromBefore(without(.fromBefore) { $0.trace = nil }))
    }

    /// The transaction from before was told with 9:02 on 21 November; it is 14:22 when the payment begins.
    @Test func whatIsDatedBeforeTheLastTransactionIsOlderByTheTerminalsOwnClock() {
        let early = without(.approved()) { $0.hour = 8 }
        func isOlder(_ result: TransactionResult, before stamp: Int? = 1_121_090_210, remembers: Bool = false) -> Bool {
            PaymentIntent.sample(
                watermarkTime: stamp.map { TransactionTimestamp(stamp: $0) }, remembersWatermark: remembers
            ).isOlderThanWatermark(result)
        }
        #expect(isOlder(early) && !isOlder(.approved()) && !isOlder(.fromBefore))
        #expect(!isOlder(early, remembers: true) && !isOlder(early, before: nil))
        #expect(!isOlder(without(early) { $0.second = nil }), "it is told to the minute")
        #expect(isOlder(early, before: 1_121_143_700), "a clock may be fast by a quarter of an hour")
        #expect(!isOlder(early, before: 1_121_143_701), "it is last year's")
    }

    @Test func anotherAmountThanTheLastTransactionHadIsNoneOnlyWhereItWasTold() {
        func differs(_ amount: Int64?, from known: Int64? = 1250, remembers: Bool = false) -> Bool {
            PaymentIntent.sample(watermarkAmount: known, remembersWatermark: remembers).differsFromWatermark(amount)
        }
        #expect(differs(1249) && !differs(1250))
        #expect(!differs(nil) && !differs(1249, from: nil) && !differs(1249, remembers: true))
    }

    @Test(
        arguments: [
            (nil, true), (1_121_090_210, false), (1_121_132_209, false), (1_121_132_210, true), (1_121_140_000, true),
        ] as [(Int?, Bool)])
    func aTimeIsHeldAgainstATransactionOnlyIfItIsNotLaterThanTheLastOnes(stamp: Int?, isDatedBefore: Bool) {
        let intent = PaymentIntent.sample(watermarkTime: stamp.map { TransactionTimestamp(stamp: $0) })
        #expect(intent.isDatedBefore(without(.approved()) { $0.hour = 13 }) == isDatedBefore)
        #expect(!intent.isDatedBefore(.approved()))
    }

    // MARK: What is told again

    /// Numbers that begin again are given to another transaction some day.
    @Test func nothingThatIsToldOfBothMayDiffer() {
        let other = TransactionResult.approved()
        #expect(other.mayBe(other) && without(other) { $0.hour = nil }.mayBe(other))
        #expect(without(other) { ($0.terminalID, $0.amountMinor) = (nil, nil) }.mayBe(other))
        #expect(other.mayBe(without(other) { ($0.terminalID, $0.amountMinor, $0.second) = (nil, nil, nil) }))
        let changes: [(inout TransactionResult) -> Void] = [
            { $0.receiptNumber = 43 }, { $0.receiptNumber = nil }, { $0.trace = 124 }, { $0.trace = nil },
            { $0.terminalID = "29005678" }, { $0.amountMinor = 1251 }, { $0.second = 11 },
        ]
        for (place, change) in changes.enumerated() { #expect(!without(other, change).mayBe(other), "\(place)") }
    }

    @Test func theReversalOfAnotherPaymentsTransactionIsNotThatTransaction() {
        let other = ClaimedTransaction(
            payment: PaymentID(rawValue: "pay-1"), result: .approved(), cameAfter: false, isNewest: true)
        #expect(other.isToldAgain(by: .approved()))
        #expect(!other.isToldAgain(by: without(.approved()) { $0.originalTrace = 123 }))
        #expect(!other.isToldAgain(by: without(.approved()) { $0.second = 11 }))
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
