import ESCPOS
import Failures
import Flow
import Hardware
import Model
import Networking
import Readers
import Receipts
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores

/// One till with many terminals in virtual time: on lines, on connections that are kept and on connections for each
/// transaction, in turn.
final class Fleet: Sendable {
    let world = VirtualWorld(seed: 16)
    let terminals: [SimulatedTerminalInMemory]
    let stores: TillStores
    private let storage: StorageManager

    /// Begins with a new storage in memory, and restores the till's session.
    ///
    /// - Parameters:
    ///   - id: the terminal id that all terminals share; nil gives each its own.
    ///   - areTwo: whether each is configured as a terminal of its own.
    init(_ scenarios: [TerminalScenario], id: String? = nil, areTwo: Bool = true) throws {
        let environment = world.environment
        let kinds: [LineKind] = [.raw, .stream(.kept), .stream(.transaction)]
        let terminals = scenarios.enumerated().map { index, scenario in
            var scenario = scenario
            scenario.identity.terminalID = id ?? String(29_000_001 + index)
            return SimulatedTerminalInMemory(
                scenario, environment: environment, baud: 115_200, path: "terminal-\(index)", kind: kinds[index % 3])
        }
        let readers = ZVTReaderService(candidates: { [] }) { address throws(Failure) in
            guard let terminal = terminals.first(where: { $0.address == address }) else {
                throw Failure(LineFailure.notFound, "There is no \(address).", recovery: .askOperator)
            }
            return terminal.line()
        }
        self.terminals = terminals
        let world = world
        let storage = try StorageManager.inMemory { world.now }
        self.storage = storage
        let stores = TillStores(
            StoresComposition(
                environment: environment, storage: storage, locks: ProcessDeviceLocks(),
                networks: FixedNetworks([.embedded: NoShop()]), readers: readers, printers: OnePrinter(),
                renderer: ReceiptRenderer { _ in ESCPOSEncoder(profile: .generic80, typesetter: .ofSimulation) },
                merchantProfile: .virtual,
                areTwo: { areTwo && $0 != $1 }))
        self.stores = stores
        try world.finish { () throws(Failure) in try await stores.restoreSession() }
    }

    /// Begins a payment of `cents` on a terminal; the answer arrives while time passes.
    func pay(_ cents: Int64, on index: Int) -> Mailbox<PaymentReport> {
        let box = Mailbox<PaymentReport>()
        let request = PaymentRequest(
            subject: .amount(Money(minorUnits: cents, currency: .eur)), terminal: terminals[index].address,
            printer: MemoryPrinter.address, giveUpAfter: .seconds(5))
        stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { box.put($0) }))
        return box
    }

    /// Begins the end of a terminal's day; the answer arrives while time passes.
    func endDay(on index: Int) -> Mailbox<EndOfDayReport> {
        let box = Mailbox<EndOfDayReport>()
        let request = EndOfDayRequest(terminal: terminals[index].address, printer: nil, giveUpAfter: .seconds(5))
        stores.manager.dispatch(EndOfDayAction.endDay(request, Reply { box.put($0) }))
        return box
    }

    func openDays() throws -> [EndOfDayIntent] { try storage.read { try EndOfDayIntent.open(in: $0) } }

    /// Lets time pass until all have been answered. Returns how long each took, from now.
    @discardableResult
    func wait<Value: Sendable>(for boxes: [Mailbox<Value>], _ watch: () -> Void = {}) -> [Duration?] {
        let start = world.uptime
        var took = [Duration?](repeating: nil, count: boxes.count)
        while took.contains(nil), world.uptime - start < .seconds(600) {
            world.advance(by: .milliseconds(10))
            watch()
            for index in boxes.indices where took[index] == nil && boxes[index].value != nil {
                took[index] = world.uptime - start
            }
        }
        return took
    }

    private final class OnePrinter: ReceiptPrinterService {
        private let printer = MemoryPrinter()
        func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter { printer }
    }

    private struct NoShop: Network {
        func response(for request: Networking.Request) async throws(NetworkError) -> Networking.Response {
            throw .unreachable(reason: Sentence(stored: "there is no shop"))
        }
    }
}

extension SimulatedTerminalInMemory {
    /// How often the terminal has ended its day.
    var endsOfDay: Int { journal.entries.count { $0.event == .endOfDay } }
}
