import Flow
import Hardware
import Model
import Readers
import Storage
import StorageInMemory
import Payments
import Stores

/// One of the tills at a lawful terminal: its data and paper, which outlive each life of its program.
final class WorldTill {
    let counter: VirtualCounter
    private let terminals: WorldTerminals
    private let choices: Choices
    private let log: WorldLog
    private var running: VirtualTill?
    private(set) var life = TillLife()
    private var watching: Subscription?

    init(_ counter: VirtualCounter, at terminals: WorldTerminals, _ choices: Choices, _ log: WorldLog) {
        self.counter = counter
        self.terminals = terminals
        self.choices = choices
        self.log = log
    }

    /// The running till; started if there is none.
    func start() throws(Failure) -> VirtualTill {
        if let running, !life.isOver { return running }
        let (choices, log) = (choices, log)
        let life = TillLife { deed in
            switch deed {
            case .commit: Self.fate(choices.choose(.commit), [.diesBefore, .diskFull], "before it writes", log)
            case .print: Self.fate(choices.choose(.print), [.diesBefore, .diesWithin], "when it prints", log)
            case .send, .receive, .ask: .comesToPass
            }
        }
        self.life = life
        let (disk, terminals) = (counter.disk, terminals)
        let address = terminals.first.address
        let readers = ZVTReaderService(
            candidates: { [] },
            transport: { address in
                WorldLine(terminals.at(address), by: address, life, choices) {
                    try? disk.storage.read { try $0.recentPayments(limit: 1).first?.id }
                }
            }, settings: { _ in TerminalSettings() })
        let till = try counter.startTill(
            life, at: address, readers: readers, locks: ProcessDeviceLocks(), rights: OperatorRights(),
            endOfDay: .manual, writeLog: { log.note(.detail("\($0.event.name) \($0.message)")) })
        running = till
        if log.isKept {
            watching = till.stores.payment(on: address).subscribe { $0.show(on: WorldScreen(log: log)) }
        }
        for terminal in terminals.all {
            terminal.cancel = { [till, unowned terminal] in
                terminal.onLane {
                    let address = terminals.address(of: terminal)
                    till.stores.manager.dispatch(CardPresentPaymentsAction.cancelPayment(on: address, Reply { _ in }))
                }
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

    /// Ends the till's program like `kill -9`; the next request starts it again.
    func stop() { life.end() }

    /// Ends this till: no work continues, and no references within it keep it in memory.
    func end() {
        running = nil
        watching = nil
        counter.end()
    }
}
