import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

extension Money {
    static let sample = Money(minorUnits: 1250, currency: .eur)
}

extension Failure {
    static let sample = Failure(StorageFailure.diskFull, "The disk is full.", recovery: .askOperator)
}

extension PaymentIntent {
    /// 21 November 2026, 13:22:00 UTC; the kiosk is an hour ahead of that.
    static let sampleStart = Date(timeIntervalSince1970: 1_795_267_320)

    static func sample(
        watermark: Watermark = .receipt(41), watermarkTrace: Int? = 122,
        watermarkTime: TransactionTimestamp? = TransactionTimestamp(stamp: 1_121_090_210),
        watermarkAmount: Int64? = nil, watermarkFailed: Bool = false, remembersWatermark: Bool = false,
        terminalID: String? = "29001234",
        startedAt: Date = sampleStart, purpose: TransactionPurpose = .payment, givesGoods: Bool = false,
        habits: TerminalHabits = TerminalHabits(cardPhaseSeconds: 0), amount: Money = .sample
    ) -> PaymentIntent {
        PaymentIntent(
            payment: PaymentID(rawValue: "pay-SAMPLE"), purpose: purpose, givesGoods: givesGoods, key: nil,
            fingerprint: "order 1042",
            site: .embedded,
            order: OrderID(rawValue: 1042), orderNumber: "1042", amount: amount, tip: nil,
            terminal: DeviceAddress(scheme: "serial", path: "/dev/ttyS9"),
            printer: DeviceAddress(scheme: "file", path: "/tmp/paper"), terminalID: terminalID, watermark: watermark,
            watermarkTrace: watermarkTrace, watermarkTime: watermarkTime, watermarkAmount: watermarkAmount,
            watermarkFailed: watermarkFailed, remembersWatermark: remembersWatermark, habits: habits, language: "en",
            startedAt: startedAt, utcOffset: 3600)
    }
}

extension TransactionResult {
    /// An approval at 14:22:10 on 21 November by the terminal's clock.
    static func approved(
        amount: Int64 = 1250, currency: Int = 978, receipt: Int? = 42, terminalID: String = "29001234"
    ) -> TransactionResult {
        var result = TransactionResult(resultCode: 0)
        result.amountMinor = amount
        result.currencyNumber = currency
        result.receiptNumber = receipt
        result.trace = 123
        result.terminalID = terminalID
        (result.month, result.day) = (11, 21)
        (result.hour, result.minute, result.second) = (14, 22, 10)
        return result
    }

    static func failed(_ code: DeviceCode) -> TransactionResult {
        var result = approved()
        result.resultCode = code
        return result
    }

    static func reversal(of trace: Int = 123, receipt: Int = 43) -> TransactionResult {
        var result = approved(receipt: receipt)
        result.trace = 124
        result.originalTrace = trace
        return result
    }
}

extension StoredLedger {
    /// The ledger of a till with an embedded shop.
    static func sample(_ storage: any StorageManagerType, _ world: VirtualWorld = VirtualWorld(seed: 1)) -> StoredLedger
    {
        StoredLedger(storage: storage, environment: world.environment, merchantProfile: .test)
    }
}

extension TillEvent {
    /// An event of the display of some terminal.
    static func displayed(_ event: PaymentDisplayEvent) -> TillEvent {
        .payment(TerminalDisplayEvent(terminal: DeviceAddress(scheme: "memory", path: "terminal"), event: event))
    }
}
