import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Networking
import Readers
import Receipts
import Simulator
import Storage
import Stores
import Synchronization

/// A whole kiosk in virtual time: the till's own stores over the real ZVT machine, a simulated terminal on a simulated
/// wire, one storage and one printer that outlive the till. The till can die at any step and be started again.
final class Kiosk: Sendable {
    let world: VirtualWorld
    let terminal: SimulatedTerminalInMemory
    let storage: StorageManager
    let printer = MemoryPrinter()
    private let shop: MemoryShop

    init(_ scenario: TerminalScenario, seed: UInt64 = 1) throws {
        let world = VirtualWorld(seed: seed)
        self.world = world
        terminal = SimulatedTerminalInMemory(
            scenario, journal: .earlierBooking, environment: world.environment, baud: 115_200)
        storage = try StorageManager.inMemory { world.now }
        shop = MemoryShop(placedAt: world.now)
        try storage.write { try $0.seedShopOrders(DemoShop.embeddedOrders(placedAt: world.now).map(ShopOrder.init)) }
    }

    /// Starts a till that dies at that step, if one is named, or whose disk is full from its n-th write on.
    func startTill(dyingAt checkpoint: Checkpoint? = nil, diskFullFrom: Int? = nil) throws -> MortalTill {
        let life = Life(dyingAt: checkpoint?.rawValue, diskFullFrom: diskFullFrom)
        var environment = world.environment
        environment.reached = { life.reached($0) }
        let readers = ZVTReaderService(candidates: { [] }) { [terminal] _ in MortalLine(terminal.line(), life) }
        let stores = TillStores(
            StoresComposition(
                environment: environment, storage: MortalStorage(storage, life), claims: ProcessClaims(),
                network: EmbeddedShop(database: shop, catalogue: DemoShop.catalogue, environment: environment),
                readers: readers, printers: MemoryPrinters(printer: printer, life: life),
                press: ReceiptPress { _ in ESCPOSEncoder(profile: .generic80) }, shopfront: .test))
        try world.finish { () throws(Failure) in try await stores.restoreSession() }
        return MortalTill(stores: stores, life: life, world: world, terminal: terminal.address)
    }

    /// What the terminal has booked and kept since the till came to it.
    var charges: [TerminalJournal.Entry] {
        terminal.journal.standingCharges.filter { $0.number > TerminalJournal.earlierBooking.entries.count }
    }

    var requests: Int { terminal.journal.requests.count }

    func orderIsPaid(_ order: Int64) throws -> Bool {
        try storage.read { try $0.paidBy(order: OrderID(rawValue: order), site: .embedded) != nil }
    }

    /// Unmarked prints begun of each receipt.
    func originals() throws -> [ReceiptID: Int] {
        let jobs = try storage.read { reader in
            try reader.receipts(limit: 100).flatMap { try reader.printJobs(receipt: $0.id) }
        }
        let begun = jobs.filter { $0.mark == .original && $0.state != .pending && $0.state != .failed }
        return Dictionary(grouping: begun, by: \.receipt).mapValues(\.count)
    }
}

/// Whether the till is still alive.
final class Life: Sendable {
    private struct State {
        var dyingAt: String?
        var isOver = false
        var whenOver: [@Sendable () -> Void] = []
        var writes = 0
        var fullFrom: Int?
    }

    private let state: Mutex<State>

    init(dyingAt checkpoint: String?, diskFullFrom: Int? = nil) {
        state = Mutex(State(dyingAt: checkpoint, fullFrom: diskFullFrom))
    }

    /// Counts a write, and says whether there is room for it.
    func diskIsFull() -> Bool {
        state.withLock { state in
            state.writes += 1
            return state.fullFrom.map { state.writes >= $0 } ?? false
        }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    func reached(_ checkpoint: String) {
        let last = state.withLock { state -> [@Sendable () -> Void] in
            guard state.dyingAt == checkpoint, !state.isOver else { return [] }
            state.isOver = true
            return state.whenOver
        }
        for work in last { work() }
    }

    func whenOver(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.whenOver.append(work) } }
}

/// One life of the till.
struct MortalTill {
    let stores: TillStores
    let life: Life
    let world: VirtualWorld
    let terminal: DeviceAddress

    /// Asks for a payment and lets time pass. Nil when the till died over it; then the terminal goes on alone for a while.
    func pay(order: Int64, key: String? = nil, alone: Duration = .seconds(1)) -> Result<PaymentReport, Failure>? {
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: order)), key: key, reader: terminal, printer: .paper)
        let box = Box<PaymentReport>(Mutex(nil))
        stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { box.set($0) }))
        let end = world.uptime + .seconds(600)
        while box.value == nil, !life.isOver, world.uptime < end { world.advance(by: .milliseconds(100)) }
        if life.isOver {
            world.advance(by: alone)
            return nil
        }
        return box.value
    }

    /// Asks the stores, and lets time pass until they answer.
    func ask<Asked: Action, Value: Sendable>(_ make: (Reply<Value>) -> Asked) -> Result<Value, Failure>? {
        let box = Box<Value>(Mutex(nil))
        stores.manager.dispatch(make(Reply { box.set($0) }))
        let end = world.uptime + .seconds(600)
        while box.value == nil, world.uptime < end { world.advance(by: .milliseconds(100)) }
        return box.value
    }

    /// Prints what waits, and lets time pass until nothing is printed any more.
    @discardableResult
    func printPending() -> Result<[PrintReport], Failure>? {
        guard ask({ PrintSpoolAction.serve(printer: .paper, $0) }) != nil else { return nil }
        world.advance(by: .seconds(30))
        guard case .atRest(let prints, let failure) = stores.prints.current.printing(on: .paper) else { return nil }
        return failure.map { prints.isEmpty ? .failure($0) : .success(prints) } ?? .success(prints)
    }
}

/// An answer that may come.
final class Box<Value: Sendable>: Sendable {
    private let stored: Mutex<Result<Value, Failure>?>
    init(_ stored: consuming sending Mutex<Result<Value, Failure>?>) { self.stored = stored }
    var value: Result<Value, Failure>? { stored.withLock { $0 } }
    func set(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}

extension TerminalJournal {
    /// An older payment of the very amount of order 1042: nothing may mistake it for ours.
    static let earlierBooking: TerminalJournal = {
        let numbers = #""receipt":7,"trace":7,"turnover":7"#
        let common = #""at":"2026-01-01T00:00:00","amountMinor":1150,"currency":"EUR""#
        let json =
            #"[{"number":1,"event":"booked",\#(common),\#(numbers)},{"number":2,"event":"confirmed",\#(common),\#(numbers)}]"#
        return TerminalJournal(entries: (try? JSONDecoder().decode([Entry].self, from: Data(json.utf8))) ?? [])
    }()
}

extension DeviceAddress {
    static let paper = DeviceAddress(scheme: "memory", path: "printer")
}

extension Shopfront {
    static let test = Shopfront(
        site: .embedded, merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), footer: { _ in [] },
        utcOffset: { _ in 0 })
}

extension ShopOrder {
    init(_ order: EmbeddedOrder) { self.init(id: order.id, status: order.status, body: order.body) }
}
