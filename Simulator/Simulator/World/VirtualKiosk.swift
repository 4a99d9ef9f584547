import Flow
import Foundation
import Hardware
import Model
import Networking
import Readers
import Storage
import StorageInMemory
import Payments

/// A whole kiosk in virtual time: the till's own stores over the real ZVT machine, a simulated terminal on a simulated
/// line, and one storage and one printer that outlive the till. The till can be cut off anywhere and started again.
package final class VirtualKiosk: Sendable {
    package let terminal: SimulatedTerminalInMemory
    /// What the terminal did, and for which payment.
    package let truth: TerminalTruth
    private let counter: VirtualCounter

    /// - Parameters:
    ///   - line: the connection of the terminal.
    ///   - journal: the terminal's earlier entries.
    ///   - storage: creates the till's storage with this world's clock.
    package init(
        _ scenario: TerminalScenario, on line: LineKind = .raw, seed: UInt64 = 1,
        journal: TerminalJournal = TerminalJournal(entries: []),
        orders: [OrderID] = [OrderID(rawValue: 1042), OrderID(rawValue: 1043)],
        storage: (VirtualWorld) throws(StorageError) -> any StorageManagerType = { world throws(StorageError) in
            try StorageManager.inMemory { world.now }
        }
    ) throws {
        let counter = try VirtualCounter(seed: seed, orders: orders, storage: storage)
        let truth = TerminalTruth(counter.disk)
        self.counter = counter
        self.truth = truth
        terminal = SimulatedTerminalInMemory(
            scenario, journal: journal, environment: counter.world.environment, baud: 115_200, kind: line
        ) { truth.record($0) }
    }

    package var world: VirtualWorld { counter.world }
    package var printer: MemoryPrinter { counter.printer }
    /// The heads of the journal that the till has sent to the system log, oldest first.
    package var keptHeads: [JournalHead] { counter.keptHeads.withLock { $0 } }

    /// The till's data. Setting it replaces the disk, for example by an earlier copy.
    package var storage: any StorageManagerType {
        get { counter.disk.storage }
        set { counter.disk.storage = newValue }
    }

    /// Starts a till with its operator signed in.
    ///
    /// - Parameters:
    ///   - locks: the device locks shared with other running tills of this kiosk.
    ///   - shops: the shops at which the till can sign in; nil for the embedded one.
    ///   - others: terminals besides the kiosk's own, each at its address.
    package func startTill(
        _ life: TillLife = TillLife(), locks: any DeviceLocks = ProcessDeviceLocks(),
        rights: OperatorRights = OperatorRights(),
        endOfDay: EndOfDayPolicy = .manual,
        shops: (any SiteNetworks & ShopConnector)? = nil, offlineOrders: OfflineOrderPolicy = .refuse,
        besides others: [SimulatedTerminalInMemory] = []
    ) throws(Failure) -> VirtualTill {
        let profiles = ProfileMemory(storage: storage)
        let readers = ZVTReaderService(
            candidates: { [] },
            transport: { [terminal] address in
                let meant = others.first { $0.address == address } ?? terminal
                return CrashableLine(meant.line(), life, meant.environment)
            },
            settings: { address in
                var settings = TerminalSettings()
                if let known = try? profiles.profile(at: address) { settings.adopt(known.profile) }
                return settings
            })
        return try counter.startTill(
            life, at: terminal.address, readers: readers, locks: locks, rights: rights, endOfDay: endOfDay,
            shops: shops, offlineOrders: offlineOrders)
    }

    /// Ends every till that was started here. Call it when a process makes many kiosks, since their memory is kept
    /// until then. Stored and printed data can still be read.
    package func end() {
        terminal.switchOff()
        counter.end()
    }
}
