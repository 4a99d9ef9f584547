import Flow
import Foundation
import Hardware
import Model
import Readers
import Storage
import StorageInMemory
import Payments

/// A whole kiosk with an encrypting reader in virtual time: the till's own stores, a NEO 2 on a line, and an acquirer.
/// The till can be cut off anywhere and started again; the acquirer's journal is the truth.
package final class VirtualAcquiringKiosk: Sendable {
    package let reader: DeviceInMemory
    package let acquirer: SimulatedAcquirer
    private let line: NEO2Line
    private let counter: VirtualCounter

    package init(
        _ scenario: AcquiringScenario, on line: NEO2Line = .serial, seed: UInt64 = 1,
        book: TerminalJournal = TerminalJournal(entries: []),
        orders: [OrderID] = [OrderID(rawValue: 1042), OrderID(rawValue: 1043)],
        storage: (VirtualWorld) throws(StorageError) -> any StorageManagerType = { world in
            MemoryStorage { world.now }
        }
    ) throws {
        counter = try VirtualCounter(seed: seed, orders: orders, storage: storage)
        self.line = line
        let environment = counter.world.environment
        reader = DeviceInMemory(
            SimulatedNEO2(scenario.reader, on: SimulatedNEO2.Connection(line)), path: "neo2", environment: environment)
        acquirer = SimulatedAcquirer(scenario.acquirer, book: book, environment: environment)
    }

    package var world: VirtualWorld { counter.world }
    package var printer: MemoryPrinter { counter.printer }
    package var storage: any StorageManagerType { counter.disk.storage }

    /// Starts a till with its operator signed in.
    package func startTill(_ life: TillLife = TillLife()) throws(Failure) -> VirtualTill {
        let readers = EncryptingReaderService(
            reader: { [reader, line, world] identity throws(Failure) in
                let mortal = CrashableLine(reader.line(), life, world.environment)
                let neo2 = NEO2Reader(identity: identity, transport: mortal, line: line)
                try neo2.open()
                return neo2
            }, acquirer: { [acquirer] _ in CrashableAcquirer(acquirer, life) },
            environment: world.environment.mortal(with: life))
        return try counter.startTill(
            life, at: reader.address, readers: readers, locks: ProcessDeviceLocks(), rights: OperatorRights(),
            endOfDay: .manual)
    }

    /// Ends every till that was started here, as `VirtualKiosk` does.
    package func end() { counter.end() }

    /// The rules of docs/payment-steps.md that are violated according to the acquirer's journal, as sentences; empty
    /// when all hold. Call it when everything is at rest.
    package func violations() throws(StorageError) -> [String] {
        let book = acquirer.book
        return try storage.read { reader in
            var found: [String] = []
            let payments = try reader.recentPayments(limit: .max)
            // Entries without a reference are older than this till.
            for charge in book.standingCharges + book.standingRefunds where charge.reference != nil {
                let its = payments.first { $0.id.rawValue == charge.reference }
                if its?.isApproved != true, its?.isOpen != true {
                    found.append("I2: booked at the acquirer, and neither approved nor in doubt here: \(charge)")
                }
            }
            for payment in payments where payment.isApproved && payment.kind != .reversal {
                let charges = (book.standingCharges + book.standingRefunds + book.reversedLater(payments))
                    .filter { $0.reference == payment.id.rawValue }
                if charges.map(\.amountMinor) != [payment.amount.minorUnits] {
                    found.append("I3, I6: \(payment.id) is approved for \(payment.amount), and booked: \(charges)")
                }
            }
            for (order, tries) in Dictionary(grouping: payments.filter { $0.kind == .payment }, by: \.order) {
                guard let order else { continue }
                let charged = book.standingCharges.filter { charge in
                    tries.contains { $0.id.rawValue == charge.reference }
                }
                if charged.count > 1 { found.append("I1: order \(order) is charged \(charged.count) times") }
                let isPaid = try reader.paidBy(order: order, site: .embedded) != nil
                if isPaid, charged.isEmpty, book.reversedLater(payments).isEmpty {
                    found.append("I3: order \(order) is paid, and nothing is charged")
                }
            }
            if case .broken(let sequence, let why, _) = try reader.verifyJournal() {
                found.append("I7: the chain breaks at \(sequence): \(why)")
            }
            return found
        }
    }
}

extension TerminalJournal {
    /// The charges that a later transaction (`till reverse`) reversed.
    fileprivate func reversedLater(_ payments: [PaymentRecord]) -> [Entry] {
        let reversals = payments.filter { $0.kind == .reversal }.map(\.id.rawValue)
        let traces = entries.filter { entry in
            entry.event == .reversed && entry.reference.map(reversals.contains) ?? false
        }
        .compactMap(\.originalTrace)
        return charges.filter { charge in charge.trace.map(traces.contains) ?? false }
    }
}

extension SimulatedNEO2.Connection {
    /// The connection of the simulated reader that corresponds to the till's kind of line.
    package init(_ line: NEO2Line) {
        switch line {
        case .serial: self = .serial
        case .reports: self = .reports
        }
    }
}
