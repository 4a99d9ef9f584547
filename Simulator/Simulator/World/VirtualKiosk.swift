import Flow
import Foundation
import Hardware
import Model
import Readers
import Storage
import Payments
import Stores
import Synchronization

/// A whole kiosk in virtual time: the till's own stores over the real ZVT machine, a simulated terminal on a simulated line,
/// and one storage and one printer that outlive the till. The till can be cut off anywhere and started again.
package final class VirtualKiosk: Sendable {
    package let terminal: SimulatedTerminalInMemory
    /// What the terminal did, and for which payment.
    package let truth: TerminalTruth
    private let counter: VirtualCounter

    /// - Parameters:
    ///   - line: the connection of the terminal.
    ///   - journal: the terminal's earlier entries.
    ///   - storage: the till's data, made with this world's clock.
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
    /// - Parameter claims: the device locks shared with other running tills of this kiosk.
    package func startTill(
        _ life: TillLife = TillLife(), claims: any DeviceLocks = ProcessDeviceLocks(),
        rights: OperatorRights = OperatorRights(),
        endOfDay: EndOfDayPolicy = .manual
    ) throws(Failure) -> VirtualTill {
        let profiles = ProfileMemory(storage: storage)
        let readers = ZVTReaderService(
            candidates: { [] },
            transport: { [terminal] _ in CrashableLine(terminal.line(), life, terminal.environment) },
            settings: { address in
                var settings = TerminalSettings()
                if let known = try? profiles.profile(at: address) { settings.adopt(known.profile) }
                return settings
            })
        return try counter.startTill(
            life, at: terminal.address, readers: readers, claims: claims, rights: rights, endOfDay: endOfDay)
    }

    /// Ends every till that was started here. Call it when a process makes many kiosks, since their memory is kept until
    /// then. Stored and printed data can still be read.
    package func end() {
        terminal.switchOff()
        counter.end()
    }
}

/// One life of the till, for sending actions to it.
package struct VirtualTill: Sendable {
    /// Longer than anything that a till waits for.
    package static let patience = Duration.seconds(600)

    package let stores: TillStores
    package let life: TillLife
    package let world: VirtualWorld
    let terminal: DeviceAddress

    /// Sends an action to the stores and lets time pass until they answer. Nil when the till died meanwhile.
    package func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) -> Result<Value, Failure>? {
        let box = Mailbox<Value>()
        stores.manager.dispatch(make, answer: box.put)
        world.advance(by: .milliseconds(50), atMost: Self.patience) { box.value == nil && !life.isOver }
        return life.isOver ? nil : box.value
    }

    package func pay(order: Int64, key: String? = nil, giveUpAfter: Duration = .seconds(300))
        -> Result<PaymentReport, Failure>?
    {
        pay(request(order, key, giveUpAfter))
    }

    package func pay(_ request: PaymentRequest) -> Result<PaymentReport, Failure>? {
        ask { CardPresentPaymentsAction.collectPayment(request, $0) }
    }

    /// Refunds or reverses: `till refund` and `till reverse`.
    package func giveBack(_ what: PaymentRequest.GiveBack, key: String? = nil, giveUpAfter: Duration = .seconds(300))
        -> Result<PaymentReport, Failure>?
    {
        take(.giveBack(what), key: key, giveUpAfter: giveUpAfter)
    }

    /// Performs any payment request, also those of `till reserve` and `till reservations`.
    package func take(
        _ subject: PaymentRequest.Subject, key: String? = nil, giveUpAfter: Duration = .seconds(300)
    ) -> Result<PaymentReport, Failure>? {
        pay(
            PaymentRequest(
                subject: subject, key: key, reader: terminal, printer: MemoryPrinter.address,
                giveUpAfter: giveUpAfter))
    }

    package func request(_ order: Int64, _ key: String? = nil, _ giveUpAfter: Duration = .seconds(300))
        -> PaymentRequest
    {
        PaymentRequest(
            subject: .order(OrderID(rawValue: order)), key: key, reader: terminal, printer: MemoryPrinter.address,
            giveUpAfter: giveUpAfter)
    }

    /// Prints everything that waits and lets time pass until it has ended. Nil when the till died meanwhile.
    @discardableResult
    package func printPending() -> Result<[PrintReport], Failure>? {
        guard ask({ PrintSpoolAction.serve(printer: MemoryPrinter.address, $0) }) != nil else { return nil }
        world.advance(by: .seconds(30))
        guard !life.isOver,
            case .atRest(let prints, let failure) = stores.prints.current.printing(on: MemoryPrinter.address)
        else { return nil }
        return failure.map { prints.isEmpty ? .failure($0) : .success(prints) } ?? .success(prints)
    }
}

/// An answer that may come.
package final class Mailbox<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)

    package init() {}
    package var value: Result<Value, Failure>? { stored.withLock { $0 } }
    package func put(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}
