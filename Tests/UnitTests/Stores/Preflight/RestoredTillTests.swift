import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Payments
@testable import Storage
@testable import Stores

/// What is not certain any more in a till that was restored from a backup.
@Suite struct RestoredTillTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    private func settleKnown() throws {
        let till = try counter.start()
        try counter.ask(till) { RecoveryAction.settleKnown($0) }
        counter.world.advance(by: .seconds(60))
    }

    /// Nothing had been sent to the terminal when the backup was made. It may have been sent since.
    @Test func aPaymentThatWasOpenInTheBackupIsNotSettledByTheJournalAlone() throws {
        try counter.write([], 1042)
        try counter.restore()
        try counter.write([], 1043, terminal: DeviceAddress(scheme: "test", path: "other"))
        try settleKnown()
        #expect(try counter.open == ["pay-1042"])
    }

    // MARK: What may be restored

    private func check() -> String? {
        do {
            try counter.storage.read { try RestoredTill.check($0) }
            return nil
        } catch StorageError.corrupt(let reason) { return reason.code } catch { return "\(error)" }
    }

    /// Adds so many messages that tell the shop of no payment, which hides nothing from a payment.
    private func addDifferences(_ count: Int) throws {
        try counter.storage.write { transaction in
            for number in 1...count {
                try transaction.enqueueOutbox(
                    id: "\(OrderPaid.kind)-\(number)", kind: OrderPaid.kind, payload: Data(), at: counter.world.now)
            }
        }
    }

    @Test func aTillWhoseTablesSayWhatTheJournalSaysIsRestored() throws {
        try counter.approve(1042)
        #expect(check() == nil)
        try addDifferences(1)
        #expect(check() == nil)
    }

    @Test func aTillThatHidesAPaidOrderIsNotRestored() throws {
        try counter.approve(1042)
        try addDifferences(1)
        try counter.storage.write { try $0.unmarkPaid(order: OrderID(rawValue: 1042), site: .embedded) }
        #expect(check() == "difference.order.notNoted")
    }

    @Test func aTillWithAPaymentThatNoJournalTellsIsNotRestored() throws {
        try counter.storage.write { transaction in
            try transaction.insert(
                PaymentRecord(
                    id: PaymentID(rawValue: "pay-1"), fingerprint: "1", site: .embedded, order: nil, amount: .sample,
                    terminalAddress: Counter.terminal.description, terminalID: nil, stage: .settled,
                    outcome: .notCharged(reason: "nothing"), language: "en", createdAt: counter.world.now,
                    updatedAt: counter.world.now))
        }
        #expect(check() == "detail.table.notInJournal")
    }

    /// A thousand differences are named, and one that decides may be among the others.
    @Test(arguments: [(999, nil), (1000, "difference.outbox.unreadable")] as [(Int, String?)])
    func aTillOfWhichNotEverythingIsToldIsNotRestored(count: Int, refused: String?) throws {
        try addDifferences(count)
        #expect(check() == refused)
    }
}
