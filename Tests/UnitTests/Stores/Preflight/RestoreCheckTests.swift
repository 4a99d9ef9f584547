import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// After a restore: which terminals must have been compared before what is done.
@Suite struct RestoreCheckTests {
    private let counter: Counter
    private static let front = DeviceAddress(scheme: "test", path: "front")
    private static let back = DeviceAddress(scheme: "test", path: "back")
    private static let last: TransactionResult = {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace) = (17, 41)
        (result.month, result.day, result.hour, result.minute, result.second) = (5, 3, 9, 30, 5)
        return result
    }()

    /// The journal has a payment on each of these terminals, told by the last transaction above, and was then restored.
    private func restore(_ terminals: [(DeviceAddress, String?)]) throws {
        for (index, terminal) in terminals.enumerated() {
            try counter.storage.write { transaction in
                try transaction.insert(
                    PaymentRecord(
                        id: PaymentID(rawValue: "pay-\(index)"), fingerprint: "\(index)", site: .embedded,
                        order: OrderID(rawValue: Int64(index)), amount: .sample,
                        terminalAddress: terminal.0.description,
                        terminalID: terminal.1, stage: .settled, result: Self.last,
                        outcome: .approved(Self.last), language: "en",
                        createdAt: counter.world.now, updatedAt: counter.world.now))
            }
        }
        counter.world.advance(by: .seconds(60))
        try counter.storage.write {
            try RestoredJournal.begin(madeAt: counter.world.now, at: counter.world.now, in: $0)
        }
    }

    init() throws { counter = try Counter() }

    /// Nil if it may be done; else the terminals that must be compared first, or the code of the refusal.
    private func check(
        _ subject: PreparedRequest = PreparedRequest(amount: .sample, order: OrderID(rawValue: 9)), key: String? = nil,
        on terminal: DeviceAddress, id: String? = nil, told last: TransactionResult? = Self.last,
        configured: [DeviceAddress] = []
    ) -> String? {
        do throws(Failure) {
            try RestoreCheck(storage: counter.storage, configured: configured)
                .check(subject, key: key, told: last, of: id, at: terminal)
            return nil
        } catch {
            let named = [Self.front, Self.back].map(\.description).filter { "\(error.said)".contains($0) }
            return named.isEmpty ? error.code : named.joined(separator: " ")
        }
    }

    private func confirm(_ terminal: DeviceAddress) throws {
        try TerminalConfirmation(storage: counter.storage).confirm(terminal, evidence: "compared")
    }

    @Test func anOrderIsChargedOnceEveryTerminalOfTheJournalWasCompared() throws {
        try restore([(Self.front, "1"), (Self.back, "2")])
        #expect(check(on: Self.front, id: "1") == "test:back")
        #expect(check(PreparedRequest(amount: .sample), key: "k", on: Self.front, id: "1") == "test:back")
        #expect(check(PreparedRequest(amount: .sample), on: Self.front, id: "1") == nil, "nothing names what is paid")
        #expect(check(on: Self.back, id: "2") == nil)
        #expect(check(on: Self.front, id: "1") == nil)
    }

    @Test func aConfiguredTerminalMayHaveTakenTheFirstPaymentAfterTheBackup() throws {
        try restore([(Self.front, "1")])
        #expect(check(on: Self.front, id: "1", configured: [Self.front, Self.back]) == "test:back")
        try confirm(Self.back)
        #expect(check(on: Self.front, id: "1", configured: [Self.front, Self.back]) == nil)
    }

    /// All that could have charged something were compared; one that is bought later cannot have.
    @Test func aTerminalThatIsConfiguredLaterHoldsUpNoOther() throws {
        try restore([(Self.front, "1")])
        #expect(check(on: Self.front, id: "1", configured: [Self.front]) == nil)
        #expect(check(on: Self.front, id: "1", configured: [Self.front, Self.back]) == nil)
        #expect(check(on: Self.back, id: "2", told: nil, configured: [Self.front, Self.back]) == "restore.notCompared")
    }

    @Test func twoTerminalsWithOneIDAreTwoWhereTheyAreConfigured() throws {
        try restore([(Self.front, "1"), (Self.back, "1")])
        #expect(check(on: Self.front, id: "1", configured: [Self.front, Self.back]) == "test:back")
    }

    @Test func aTerminalThatMovedIsKnownByItsID() throws {
        try restore([(Self.front, "1")])
        #expect(check(on: Self.back, id: "1", configured: [Self.back]) == nil)
    }

    @Test func anotherTerminalAtTheAddressIsNotTheFormerOne() throws {
        try restore([(Self.front, "1"), (Self.front, "2")])
        #expect(check(on: Self.front, id: "2") == "test:front")
        try confirm(Self.front)
        #expect(check(on: Self.front, id: "2") == nil)
    }

    @Test func moneyIsGivenBackOnceAPersonComparedEveryTerminal() throws {
        try restore([(Self.front, "1"), (Self.back, "2")])
        #expect(check(on: Self.back, id: "2") == "test:front")
        #expect(check(on: Self.front, id: "1") == nil)
        let back = PreparedRequest(purpose: .refund(of: PaymentID(rawValue: "pay-0")), amount: .sample)
        let unlinked = PreparedRequest(purpose: .refund(of: nil), amount: .sample)
        #expect(check(back, on: Self.front, id: "1") == "restore.notCompared")
        try confirm(Self.front)
        #expect(check(back, on: Self.front, id: "1") == "test:back")
        #expect(check(unlinked, key: "k", on: Self.front, id: "1") == "test:back")
        try confirm(Self.back)
        #expect(check(back, on: Self.front, id: "1") == nil)
        #expect(check(unlinked, key: "k", on: Self.front, id: "1") == nil)
    }

    /// It was not there before, so it gave nothing back after the backup.
    @Test func aTerminalThatIsConfiguredLaterHoldsUpNoRefundOnceAPersonComparedAllOthers() throws {
        try restore([(Self.front, "1")])
        let back = PreparedRequest(purpose: .refund(of: PaymentID(rawValue: "pay-0")), amount: .sample)
        #expect(check(on: Self.front, id: "1", configured: [Self.front]) == nil)
        try confirm(Self.front)
        #expect(check(back, on: Self.front, id: "1", configured: [Self.front]) == nil)
        #expect(check(back, on: Self.front, id: "1", configured: [Self.front, Self.back]) == nil)
    }

    /// A machine without a battery for its clock begins in the past, until somebody sets it.
    @Test func aClockThatWasBehindAtTheRestoreMakesNoPaymentNewer() throws {
        try restore([(Self.front, "1")])
        let now = counter.world.now
        try counter.storage.write {
            try RestoredJournal.begin(madeAt: now, at: now - 100 * 86_400, in: $0)
        }
        let back = PreparedRequest(purpose: .refund(of: PaymentID(rawValue: "pay-0")), amount: .sample)
        #expect(check(back, on: Self.front, id: "1") == "restore.notCompared")
        try confirm(Self.front)
        #expect(check(back, on: Self.front, id: "1") == nil)
    }

    /// What was compared follows from the journal alone.
    @Test func nothingIsChargedBecauseSomebodyEmptiedTheSettings() throws {
        try restore([(Self.front, "1"), (Self.back, "2")])
        try counter.storage.write { for key in try $0.settingKeys() { try $0.removeSetting(key) } }
        #expect(check(on: Self.front, id: "1", told: nil) == "restore.notCompared")
        #expect(check(on: Self.front, id: "1") == "test:back")
    }

    @Test func whatWasComparedStaysKnownOnceItIsWrittenAgainBeforeItsEntryIsArchived() throws {
        try restore([(Self.front, "1"), (Self.back, "2")])
        try confirm(Self.back)
        let written = counter.world.now + 1
        counter.world.advance(by: .seconds(60))
        try counter.storage.write { try RestoredJournal.current(in: $0, writtenBefore: written)?.write(to: $0) }
        #expect(try counter.storage.read { try RestoredJournal.current(in: $0, writtenBefore: written) } == nil)
        #expect(check(on: Self.front, id: "1") == nil)
    }

    @Test func terminalsInTheProcessChargeNobody() throws {
        try restore([(Self.front, "1"), (DeviceAddress(scheme: "simulated", path: ""), "2")])
        #expect(check(on: Self.front, id: "1") == nil)
    }
}
