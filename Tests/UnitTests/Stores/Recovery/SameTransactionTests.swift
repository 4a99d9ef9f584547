import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Whether two results are of one transaction, and which time is before which.
@Suite struct SameTransactionTests {
    private static let differences: [(String, @Sendable (inout TransactionResult) -> Void)] = [
        ("receipt", { $0.receiptNumber = 43 }), ("no receipt", { $0.receiptNumber = nil }),
        ("trace", { $0.trace = 124 }), ("no trace", { $0.trace = nil }),
        ("second", { $0.second = 11 }), ("day", { $0.day = 20 }), ("no second", { $0.second = nil }),
    ]

    private func changed(
        _ result: TransactionResult = .approved(), _ change: (inout TransactionResult) -> Void
    ) -> TransactionResult {
        var result = result
        change(&result)
        return result
    }

    @Test func itIsCertainOnlyByBothNumbersAndTheSecond() {
        let one = TransactionResult.approved()
        #expect(one.isCertainlySameTransaction(as: changed { ($0.amountMinor, $0.panLastDigits) = (950, "1111") }))
        for (what, change) in Self.differences {
            let other = changed(.approved(), change)
            #expect(!one.isCertainlySameTransaction(as: other) && !other.isCertainlySameTransaction(as: one), "\(what)")
        }
    }

    /// What a payment began from, or what was told during it, shows that the terminal is the same one.
    @Test func aTerminalIsTheOneOfThePaymentByAWholeTransaction() {
        #expect(PaymentHistory.sent([]).isWhereLastWas(.fromBefore))
        for (what, change) in Self.differences {
            #expect(!PaymentHistory.sent([]).isWhereLastWas(changed(.fromBefore, change)), "\(what)")
        }
        #expect(!PaymentHistory.sent([], .sample(watermarkTrace: nil)).isWhereLastWas(.fromBefore))
        #expect(!PaymentHistory.sent([], .sample(watermarkTime: nil)).isWhereLastWas(.fromBefore))
        #expect(!PaymentHistory.sent([], .sample(watermark: .unknown)).isWhereLastWas(.fromBefore))
        #expect(!PaymentHistory.sent([]).isWhereLastWas(.approved()))
        for answer in [PaymentEvent.Answer.stored, .refuse] {
            #expect(PaymentHistory.sent([.result(.approved(), answer: answer)]).isWhereLastWas(.approved()))
        }
    }

    @Test func onlyWhatWasAcknowledgedIsToldAgainByAnAnswer() {
        let (stored, refused) = (
            PaymentHistory.sent([.result(.approved(), answer: .stored)]),
            PaymentHistory.sent([.result(.approved(), answer: .refuse)])
        )
        #expect(stored.isTold(by: .transaction(.approved())) && !refused.isTold(by: .transaction(.approved())))
        #expect(!stored.isTold(by: .transaction(.fromBefore)) && !stored.isTold(by: .silent) && !stored.isTold(by: nil))
    }

    @Test func oneNumberIsEnoughToNameATransaction() {
        func names(_ change: (inout TransactionResult) -> Void) -> Bool {
            changed(TransactionResult(resultCode: 0), change).namesATransaction
        }
        #expect(names { $0.receiptNumber = 42 } && names { $0.trace = 123 } && names { $0.originalTrace = 122 })
        #expect(!names { ($0.amountMinor, $0.terminalID) = (1250, "29001234") })
    }

    @Test func numbersAreComparedOnlyWithThoseOfTheirKind() {
        func numbered(_ receipt: Int?, _ trace: Int?) -> TransactionResult {
            changed { ($0.receiptNumber, $0.trace) = (receipt, trace) }
        }
        #expect(numbered(1, nil).sharesNumber(with: numbered(2, nil)))
        #expect(numbered(nil, 1).sharesNumber(with: numbered(nil, 2)))
        for (one, other) in [
            (numbered(1, nil), numbered(nil, 1)), (numbered(nil, nil), numbered(1, 1)),
            (numbered(1, 1), numbered(nil, nil)),
        ] { #expect(!one.sharesNumber(with: other)) }
    }

    /// What undoes a transaction, and one that tells no numbers, is not the same though nothing differs.
    @Test func aTransactionWithoutATraceIsNeverKnownAgain() {
        let one = TransactionResult.approved()
        let undated = changed { $0.hour = nil }
        #expect(one.isSameTransaction(as: undated) && undated.isSameTransaction(as: one))
        #expect(one.isSameTransaction(as: changed { $0.terminalID = nil }))
        for (what, change) in Self.differences where what != "no second" {
            #expect(!one.isSameTransaction(as: changed(.approved(), change)), "\(what)")
        }
        let bare = changed { $0.trace = nil }
        #expect(!bare.isSameTransaction(as: bare))
    }

    // MARK: Times

    /// 2 July 2026, 12:00:00 UTC: the middle of the year.
    private static let noon = Date(timeIntervalSince1970: 1_782_993_600)

    private static func stamp(_ number: Int) -> TransactionTimestamp { TransactionTimestamp(stamp: number) }

    /// A terminal's clock may be wrong by a quarter of an hour.
    @Test(
        arguments: [
            (702_114_459, true, false, -15), (702_114_500, false, false, nil), (702_121_500, false, false, nil),
            (702_121_501, false, true, 15), (702_110_000, true, false, -60), (702_130_030, false, true, 61),
            (102_120_000, true, false, -260_640), (1_231_120_000, false, true, 262_080),
        ] as [(Int, Bool, Bool, Int?)])
    func aTimeIsBeforeOrAfterAMomentBeyondWhatClocksDiffer(
        number: Int, isBefore: Bool, isAfter: Bool, minutes: Int?
    ) {
        let time = Self.stamp(number)
        #expect(time.isBefore(Self.noon, utcOffset: 0) == isBefore)
        #expect(time.isAfter(Self.noon, utcOffset: 0) == isAfter)
        #expect(time.minutes(outside: Self.noon...Self.noon, 0) == minutes)
    }

    /// Both ways round the year are half a year then, and what may be old is not taken for new.
    @Test func exactlyHalfAYearAwayIsBefore() {
        let newYear = Self.stamp(101_000_000)
        #expect(newYear.isBefore(Self.noon, utcOffset: 0) && !newYear.isAfter(Self.noon, utcOffset: 0))
        #expect(Self.stamp(101_000_001).isBefore(Self.noon, utcOffset: 0))
        #expect(Self.stamp(1_231_235_959).isAfter(Self.noon, utcOffset: 0))
    }

    @Test func aTimeOutsideOfASpanIsCountedFromItsNearerEnd() {
        let span = Self.noon...Self.noon.addingTimeInterval(3600)
        #expect(Self.stamp(702_110_000).minutes(outside: span, 0) == -60)
        #expect(Self.stamp(702_123_000).minutes(outside: span, 0) == nil)
        #expect(Self.stamp(702_140_000).minutes(outside: span, 0) == 60)
        #expect(Self.stamp(702_140_000).minutes(outside: span, 3600) == nil, "its zone is an hour ahead")
    }

    /// A time without a second may be any second of its minute.
    @Test func withoutASecondTheLastOfItsMinuteCounts() {
        let time = TransactionTimestamp(month: 7, day: 2, hour: 11, minute: 44, second: nil)
        #expect(time.isBefore(Self.noon, utcOffset: 0))
        #expect(!time.isBefore(Self.noon.addingTimeInterval(-1), utcOffset: 0))
    }
}
