import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A terminal that is restored from an earlier state tells a transaction from before as its last one.
@Suite struct EarlierWatermarksTests {
    private let earlier = EarlierWatermarks(transactions: [.fromBefore])

    private func untimed(_ result: TransactionResult) -> TransactionResult {
        var result = result
        (result.month, result.day, result.hour, result.minute, result.second) = (nil, nil, nil, nil, nil)
        return result
    }

    private func judge(
        _ result: TransactionResult, after watermark: Watermark = .receipt(3), told: TransactionResult? = nil,
        _ earlier: EarlierWatermarks = .none
    ) -> RecoveryVerdict {
        let intent = PaymentIntent.sample(watermark: watermark, watermarkTrace: 3, watermarkTime: nil)
        return LastTransactionMatcher(intent: intent, told: told).judge(result, claimedBy: [], after: earlier)
    }

    private func reason(_ verdict: RecoveryVerdict) -> String? {
        guard case .unclear(let sentence) = verdict else { return nil }
        return sentence.code
    }

    @Test func anEarlierWatermarkIsNoAnswer() {
        let old = untimed(.fromBefore)
        #expect(judge(old) == .approved(old))
        #expect(reason(judge(old, earlier)) == "reason.toldBefore")
        var declined = old
        declined.resultCode = 5
        #expect(judge(declined) == .declined(declined))
        #expect(reason(judge(declined, earlier)) == "reason.toldBefore")
    }

    @Test func aTransactionWithoutATimeIsNoAnswerWhereNothingWasStored() {
        let booked = TransactionResult.approved(receipt: 1)
        let nothing = Watermark.nothingStored(code: 0x83)
        #expect(reason(judge(untimed(booked), after: nothing)) == "reason.undatedAfterNothing")
        #expect(judge(booked, after: nothing) == .approved(booked))
    }

    @Test func whatWasToldDuringThePaymentIsTheAnswer() {
        let old = untimed(.fromBefore)
        #expect(judge(old, told: old, earlier) == .approved(old))
        let first = untimed(.approved(receipt: 1))
        #expect(judge(first, after: .nothingStored(code: 0x83), told: first) == .approved(first))
    }

    @Test func whatDiffersInOneThingThatBothTellIsAnotherTransaction() {
        let old = TransactionResult.fromBefore
        #expect(old.mayBe(old) && untimed(old).mayBe(old) && old.mayBe(untimed(old)))
        func changed(_ change: (inout TransactionResult) -> Void) -> TransactionResult {
            var other = old
            change(&other)
            return other
        }
        let others = [
            changed { $0.receiptNumber = 42 }, changed { $0.trace = 9 }, changed { $0.trace = nil },
            changed { $0.second = 11 }, changed { $0.amountMinor = 7 }, changed { $0.terminalID = "29009999" },
        ]
        for other in others { #expect(!other.mayBe(old), "\(other)") }
    }

    @Test func theJournalTellsTheWatermarksBeforeAPayment() throws {
        let storage = try StorageManager.inMemory()
        let ledger = StoredLedger.sample(storage)
        func intent(_ id: String, _ watermark: Watermark) -> PaymentIntent {
            PaymentIntent(
                payment: PaymentID(rawValue: id), key: nil, fingerprint: id, site: .embedded, order: nil,
                orderNumber: nil, amount: .sample, tip: nil,
                terminal: DeviceAddress(scheme: "serial", path: "/dev/\(id)"),
                printer: DeviceAddress(scheme: "file", path: "/tmp/paper"), terminalID: nil, watermark: watermark,
                watermarkTrace: watermark.receiptNumber, language: "en", startedAt: PaymentIntent.sampleStart,
                utcOffset: 3600)
        }
        let intents = [intent("a", .receipt(7)), intent("b", .nothingStored(code: nil)), intent("c", .receipt(9))]
        for its in intents { try ledger.write(.intended(its), of: PaymentHistory(its)) }
        #expect(try ledger.watermarks(before: intents[2]).transactions.map(\.receiptNumber) == [7])
        #expect(try ledger.watermarks(before: intents[0]) == .none)
    }
}
