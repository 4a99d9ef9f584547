import Flow
import Foundation
import Hardware
import Model
import Simulator
import Storage
import Payments
import Stores
import Synchronization
import Testing

/// Every write of every command meets a full disk: once, or from then on. Each time, a till with free space comes
/// afterwards and finds out what is true.
@Suite struct FullDiskTests {
    /// How long the disk is full.
    enum Lack: CaseIterable, CustomTestStringConvertible {
        case once, onward

        var testDescription: String { self == .once ? "one write" : "all writes from one on" }

        func covers(_ write: Int, from first: Int) -> Bool { self == .once ? write == first : write >= first }
    }

    /// The till signs in, remembers its devices, takes a payment, prints, prints again, tells the shop, signs out.
    @Test(arguments: Lack.allCases, TerminalScenario.Undoing.allCases)
    func aDayAtTheTill(_ lack: Lack, _ temper: TerminalScenario.Undoing) throws {
        let writes = try onEveryWrite(temper, lack) { till in
            _ = till.ask { AccountAction.enter(.embedded, $0) }
            _ = till.ask { AppSettingsAction.remember(DeviceIdentity(kind: .printer, address: .paper), $0) }
            _ = till.pay(order: 1042)
            _ = till.printPending()
            _ = till.ask { PrintSpoolAction.reprint(ReceiptReference("last"), printer: .paper, $0) }
            _ = till.ask { OutboxAction.deliver($0) }
            _ = till.ask { AccountAction.forgetAccount($0) }
        }
        #expect(writes > 20, "\(writes) writes in all")
    }

    @Test(arguments: Lack.allCases, TerminalScenario.Undoing.allCases)
    func aPaymentForGoods(_ lack: Lack, _ temper: TerminalScenario.Undoing) throws {
        let writes = try onEveryWrite(temper, lack) { till in
            _ = till.pay(order: 1042, goods: .given)
            _ = till.printPending()
        }
        #expect(writes > 8, "\(writes) writes in all")
    }

    /// The terminal may not book what a restart would not know: it is told to reverse, and the program that dispensed
    /// the goods is told that this was not recorded.
    @Test func whatCannotBeWrittenOfTheGoodsIsNotTold() throws {
        let kiosk = try VirtualKiosk(TerminalScenario())
        let roomy = kiosk.storage
        let isFull = Mutex(false)
        kiosk.storage = TightDisk(roomy) { _ in isFull.withLock { $0 } }
        let till = try kiosk.startTill()
        var refusal: Failure?
        let report = till.payForGoods(order: 1042) { payment in
            isFull.withLock { $0 = true }
            refusal = till.tell(.given, of: payment)?.failure
        }
        let payment = try #require(report).get().payment
        #expect(refusal?.code == "storage.diskFull")
        #expect(kiosk.truth.standing.isEmpty)
        kiosk.storage = roomy
        let next = try kiosk.startTill()
        _ = next.pay(order: 1043)
        #expect(next.tell(.given, of: payment)?.failure?.code == "goods.unpaid", "it can be said again")
        #expect(try kiosk.violations() == [])
    }

    /// A till whose disk is full finds out what a killed till left in doubt.
    @Test(arguments: Lack.allCases, TerminalScenario.Undoing.allCases)
    func aRecovery(_ lack: Lack, _ temper: TerminalScenario.Undoing) throws {
        let writes = try onEveryWrite(temper, lack, after: .s6) { till in
            _ = till.pay(order: 1042)
            _ = till.printPending()
        }
        #expect(writes > 5, "\(writes) writes in all")
    }

    /// Runs the commands on a disk that is full at the first write, then at the second, and so on, until they need no
    /// more. Returns how many writes they made.
    private func onEveryWrite(
        _ temper: TerminalScenario.Undoing, _ lack: Lack, after death: Checkpoint? = nil,
        _ commands: (VirtualTill) -> Void
    ) throws -> Int {
        for first in 1... {
            var scenario = try TerminalScenario(.approve)
            scenario.onMissingResponse = temper
            let kiosk = try VirtualKiosk(scenario)
            if let death { _ = try kiosk.startTill(dyingAt: death).pay(order: 1042) }
            let roomy = kiosk.storage
            let tight = TightDisk(roomy) { lack.covers($0, from: first) }
            kiosk.storage = tight
            if let till = try? kiosk.startTill() { commands(till) }
            kiosk.storage = roomy
            try expectTheTruth(kiosk, "no room for write \(first)")
            guard tight.writes >= first else { return tight.writes }
        }
        return 0
    }

    private func expectTheTruth(_ kiosk: VirtualKiosk, _ lack: String) throws {
        _ = try kiosk.startTill().ask { AccountAction.enter(.embedded, $0) }
        let till = try kiosk.startTill()
        let last = try #require(till.pay(order: 1042))
        _ = till.printPending()
        #expect(try kiosk.violations() == [], "\(lack), then \(last)")
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty, "\(lack), then \(last)")
        #expect(kiosk.truth.standing.count == 1, "\(lack), then \(last)")
        #expect(try kiosk.originals().values.allSatisfy { $0 == 1 }, "\(lack)")
    }
}

/// A disk that has no room for some writes, counted from 1.
private final class TightDisk: StorageManagerType {
    private let storage: any StorageManagerType
    private let isFull: @Sendable (Int) -> Bool
    private let count = Mutex(0)

    init(_ storage: any StorageManagerType, isFull: @escaping @Sendable (Int) -> Bool) {
        self.storage = storage
        self.isFull = isFull
    }

    var writes: Int { count.withLock { $0 } }

    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard !isFull(number) else { throw .diskFull }
        return try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T { try storage.read(work) }

    func checkReady() throws(StorageError) { try storage.checkReady() }
}
