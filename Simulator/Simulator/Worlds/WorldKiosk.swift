import Flow
import Hardware
import Model
import Readers
import Storage
import Stores

/// A till at a lawful terminal, in virtual time: the real stores over the real ZVT machine, on a storage and paper that
/// outlive each life of the till.
final class WorldKiosk {
    let choices: Choices
    let terminal: LawfulTerminal
    let log: WorldLog
    private let counter: VirtualCounter
    private(set) var till: VirtualTill?
    private var life = TillLife()
    private var watching: Subscription?

    /// By which the terminal can be reached too.
    static let otherName = DeviceAddress(scheme: "memory", path: "other-name")

    enum Shelf: Hashable, Sendable { case memory, sqlite }

    init(_ choices: Choices, seed: UInt64, on line: LineKind, shelf: Shelf, keepsLog: Bool) throws {
        counter = try VirtualCounter(
            seed: seed, orders: [OrderID(rawValue: 1042), OrderID(rawValue: 1043)]
        ) { world throws(StorageError) in
            switch shelf {
            case .memory: MemoryStorage { world.now }
            case .sqlite: try StorageManager.inMemory { world.now }
            }
        }
        self.choices = choices
        log = WorldLog(isKept: keepsLog, environment: counter.world.environment)
        terminal = LawfulTerminal(on: line, choices: choices, log: log, environment: counter.world.environment)
    }

    var world: VirtualWorld { counter.world }
    var storage: any StorageManagerType { counter.disk.storage }
    var printer: MemoryPrinter { counter.printer }
    var lifeViolations: [String] { life.seen }

    /// The till that runs; started where there is none.
    func runningTill() throws(Failure) -> VirtualTill {
        if let till, !life.isOver { return till }
        let (choices, log) = (choices, log)
        let life = TillLife { deed in
            switch deed {
            case .commit: Self.fate(choices.choose(.commit), [.diesBefore, .diskFull], "before it writes", log)
            case .print: Self.fate(choices.choose(.print), [.diesBefore, .diesWithin], "when it prints", log)
            case .send, .receive, .ask: .comesToPass
            }
        }
        self.life = life
        let (storage, terminal) = (counter.disk, terminal)
        let readers = ZVTReaderService(
            candidates: { [] },
            transport: { address in
                WorldLine(terminal, by: address, life, choices) {
                    try? storage.storage.read { try $0.recentPayments(limit: 1).first?.id }
                }
            }, settings: { _ in TerminalSettings() })
        let till = try counter.startTill(
            life, at: terminal.address, readers: readers, claims: ProcessClaims(), rights: OperatorRights(),
            endOfDay: .manual, writeLog: { log.note(.detail("\($0.event.rawValue) \($0.message)")) })
        self.till = till
        if log.isKept {
            watching = till.stores.payment(on: terminal.address).subscribe { $0.show(on: WorldScreen(log: log)) }
        }
        terminal.cancel = { [till] in
            terminal.onLane {
                till.stores.manager.dispatch(
                    CardPresentPaymentsAction.cancelPayment(on: terminal.address, Reply { _ in }))
            }
        }
        _ = till.ask { PrintSpoolAction.serve(printer: MemoryPrinter.address, $0) }
        return till
    }

    private static func fate(_ option: Int, _ fates: [TillLife.Fate], _ what: String, _ log: WorldLog) -> TillLife.Fate
    {
        guard option > 0 else { return .comesToPass }
        let fate = fates[option - 1]
        log.note(.world("\(fate == .diskFull ? "the disk is full" : "the till dies") \(what)"))
        return fate
    }

    /// `kill -9`; the next request starts it again.
    func restart() { life.end() }

    /// Nothing of this world goes on, and nothing of it holds another part of it.
    func end() {
        terminal.cancel = nil
        till = nil
        watching = nil
        counter.end()
    }

    /// Somebody makes room on the disk.
    func restartIfFull() { if life.isFull { life.end() } }
}
