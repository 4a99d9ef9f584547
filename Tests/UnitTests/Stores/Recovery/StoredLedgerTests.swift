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

    // MARK: Withdrawn settlements

    /// A payment that a person settled as booked, and a refund of it with this end.
    private func settledAndRefunded(_ end: PaymentOutcome?) throws -> PaymentHistory {
        let evidence = OperatorEvidence(
            .booked(receipt: 42, trace: 123, amount: .sample), words: "slip", operatorName: "Anna")
        let paid = PaymentHistory(.sample())
        let refund = PaymentHistory(
            PaymentIntent(
                payment: PaymentID(rawValue: "ref-1"), purpose: .refund(of: paid.intent.payment), key: nil,
                fingerprint: "refund", site: .embedded, order: paid.intent.order, orderNumber: "1042", amount: .sample,
                tip: nil, terminal: paid.intent.terminal, printer: paid.intent.printer, terminalID: nil,
                watermark: .receipt(42), language: "en", startedAt: PaymentIntent.sampleStart, utcOffset: 0))
        let settled = try write([.sending, .operatorSettled(evidence, .approved(.approved()))], of: paid)
        _ = try write([.sending] + (end.map { [.settled($0)] } ?? []), of: refund)
        return settled
    }

    private func write(_ events: [PaymentEvent], of begun: PaymentHistory) throws -> PaymentHistory {
        var history = begun
        for event in [.intended(begun.intent)] + events {
            history.apply(event)
            try ledger.write(event, of: history)
        }
        return history
    }

    @Test(
        arguments: [
            (nil, true), (.approved(.approved(receipt: 50)), true), (.declined(code: 5, text: nil), false),
        ] as [(PaymentOutcome?, Bool)])
    func aSettlementOnWhichMoneyWasGivenBackIsNotWithdrawn(end: PaymentOutcome?, stands: Bool) throws {
        var history = try settledAndRefunded(end)
        let withdrew = PaymentEvent.operatorWithdrew(words: "misread", operatorName: "Anna")
        history.apply(withdrew)
        let (ledger, withdrawn) = (ledger, history)
        if stands {
            #expect(throws: Failure.givenBackSince(withdrawn.intent.payment)) {
                try ledger.write(withdrew, of: withdrawn)
            }
        } else {
            try ledger.write(withdrew, of: withdrawn)
        }
        #expect(try isPaid(1042) == stands)
        #expect(try storage.read { try $0.payment(id: withdrawn.intent.payment) }?.isApproved == stands)
    }
}
