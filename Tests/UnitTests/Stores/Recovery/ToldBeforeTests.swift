import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A terminal that is restored from an earlier state tells a transaction from before as its last one.
@Suite struct ToldBeforeTests {
    /// A payment that began when the terminal had told `fromBefore`.
    private let earlier = PaymentIntent.sample()

    private func untimed(_ result: TransactionResult) -> TransactionResult {
        var result = result
        (result.month, result.day, result.hour, result.minute, result.second) = (nil, nil, nil, nil, nil)
        return result
    }

    private func verdict(
        on result: TransactionResult, after watermark: Watermark = .receipt(3)
    ) throws -> RecoveryVerdict {
        RecoveryVerdict.approved(result).unless([try #require(ToldBefore(earlier))], after: watermark)
    }

    @Test func whatWasToldBeforeIsNoAnswer() throws {
        #expect(try verdict(on: .fromBefore).isUnclear)
        #expect(try verdict(on: untimed(.fromBefore)).isUnclear)
        let declined = RecoveryVerdict.declined(.fromBefore)
        #expect(declined.unless([try #require(ToldBefore(earlier))], after: .receipt(3)).isUnclear)
    }

    @Test func whatDiffersInOneThingThatIsToldIsAnother() throws {
        var other = TransactionResult.fromBefore
        other.trace = 123
        #expect(try verdict(on: other) == .approved(other))
        other = .fromBefore
        other.second = 11
        #expect(try verdict(on: other) == .approved(other))
        other = .fromBefore
        other.receiptNumber = 42
        #expect(try verdict(on: other) == .approved(other))
        other = .fromBefore
        other.terminalID = "29009999"
        #expect(try verdict(on: other) == .approved(other))
    }

    @Test func aTransactionWithoutATimeIsNoAnswerWhereNothingWasStored() throws {
        let booked = TransactionResult.approved(receipt: 1)
        let nothing = Watermark.nothingStored(code: 0x83)
        #expect(try verdict(on: untimed(booked), after: nothing).isUnclear)
        #expect(try verdict(on: booked, after: nothing) == .approved(booked))
        #expect(try verdict(on: untimed(booked)) == .approved(untimed(booked)))
    }

    @Test func theJournalTellsWhatWasToldBeforeEarlierPayments() throws {
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
        #expect(ledger.toldBefore(intents[2])?.map(\.receiptNumber) == [7])
        #expect(ledger.toldBefore(intents[0]) == [])
    }
}
