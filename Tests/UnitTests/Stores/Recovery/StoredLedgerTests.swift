import Flow
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Which outcomes the ledger allows to become final.
@Suite struct StoredLedgerTests {
    private let storage: StorageManager
    private let ledger: StoredLedger

    init() throws {
        storage = try StorageManager.inMemory()
        ledger = StoredLedger.sample(storage)
    }

    /// Settles a payment at one terminal that each payment reaches under another name.
    private func settle(_ order: Int64, as result: TransactionResult) throws(Failure) {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-\(order)"), key: nil, fingerprint: "order \(order)", site: .embedded,
            order: OrderID(rawValue: order), orderNumber: "\(order)", amount: .sample, tip: nil,
            terminal: DeviceAddress(scheme: "serial", path: "/dev/ttyS\(order)"),
            printer: DeviceAddress(scheme: "file", path: "/tmp/paper"), terminalID: nil, watermark: .receipt(41),
            language: "en", startedAt: PaymentIntent.sampleStart, utcOffset: 3600)
        var history = PaymentHistory(intent)
        try ledger.write(.intended(intent), of: history)
        history.apply(.settled(.approved(result)))
        try ledger.write(.settled(.approved(result)), of: history)
    }

    private func isPaid(_ order: Int64) throws -> Bool {
        try storage.read { try $0.paidBy(order: OrderID(rawValue: order), site: .embedded) != nil }
    }

    @Test func oneTransactionPaysForOnePayment() throws {
        try settle(1042, as: .approved())
        #expect(throws: Failure.transactionClaimed(by: PaymentID(rawValue: "pay-1042"))) {
            try settle(1043, as: .approved())
        }
        #expect(try isPaid(1042))
        #expect(try !isPaid(1043))
        #expect(try storage.read { try $0.unsettledPayments() }.map(\.id.rawValue) == ["pay-1043"])
    }

    @Test func numbersThatBeganAnewAreAnotherTransaction() throws {
        var later = TransactionResult.approved()
        later.second = 11
        try settle(1042, as: .approved())
        try settle(1043, as: later)
        #expect(try isPaid(1043))
    }
}
