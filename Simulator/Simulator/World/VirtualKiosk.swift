import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Networking
import Readers
import Receipts
import Storage
import Stores
import Synchronization

/// A whole kiosk in virtual time: the till's own stores over the real ZVT machine, a simulated terminal on a simulated
/// wire, one storage and one printer that outlive the till. The till can be cut off anywhere and started again.
public final class VirtualKiosk: Sendable {
    public let world: VirtualWorld
    public let terminal: SimulatedTerminalInMemory
    public let printer = MemoryPrinter()
    /// What the terminal did, and for which payment.
    public let truth: TerminalTruth
    private let disk: Disk
    private let shop: EmbeddedShop

    /// - Parameters:
    ///   - line: what the terminal is connected by.
    ///   - journal: what the terminal did before the till came to it.
    ///   - storage: what holds the till's data, made with this world's clock.
    public init(
        _ scenario: TerminalScenario, on line: LineKind = .raw, seed: UInt64 = 1,
        journal: TerminalJournal = TerminalJournal(entries: []),
        orders: [OrderID] = [OrderID(rawValue: 1042), OrderID(rawValue: 1043)],
        storage: (VirtualWorld) throws(StorageError) -> any StorageManagerType = { world throws(StorageError) in
            try StorageManager.inMemory { world.now }
        }
    ) throws {
        let world = VirtualWorld(seed: seed)
        let disk = Disk(try storage(world))
        let truth = TerminalTruth(disk)
        let placed = DemoShop.embeddedOrders(placedAt: world.now).filter { orders.contains($0.id) }
        try disk.storage.write {
            try $0.seedShopOrders(placed.map { ShopOrder(id: $0.id, status: $0.status, body: $0.body) })
        }
        self.world = world
        self.disk = disk
        self.truth = truth
        shop = EmbeddedShop(
            database: MemoryShop(placed), catalogue: DemoShop.catalogue, environment: world.environment)
        terminal = SimulatedTerminalInMemory(
            scenario, journal: journal, environment: world.environment, baud: 115_200, kind: line
        ) { truth.record($0) }
    }

    /// What the till has written. Setting it puts another disk in: a copy from earlier, say.
    public var storage: any StorageManagerType {
        get { disk.storage }
        set { disk.storage = newValue }
    }

    /// Starts a till in the session of its operator.
    /// - Parameter claims: what it shares with other tills of this kiosk that run at the same time.
    public func startTill(
        _ life: TillLife = TillLife(), claims: any Claims = ProcessClaims(), rights: OperatorRights = OperatorRights(),
        endOfDay: EndOfDayPolicy = .manual
    ) throws(Failure) -> VirtualTill {
        let environment = world.environment.mortal(with: life)
        let profiles = ProfileMemory(storage: storage)
        let readers = ZVTReaderService(
            candidates: { [] }, transport: { [terminal] _ in MortalLine(terminal.line(), life) },
            settings: { address in
                var settings = TerminalSettings()
                if let profile = try? profiles.profile(at: address) { settings.adopt(profile) }
                return settings
            })
        let stores = TillStores(
            StoresComposition(
                environment: environment, storage: MortalStorage(storage: storage, life: life),
                claims: claims, network: shop, readers: WitnessedReaders(readers: readers, life: life),
                printers: MortalPrinters(printer: printer, life: life),
                press: ReceiptPress { _ in ESCPOSEncoder(profile: .generic80) }, shopfront: .virtual, rights: rights,
                endOfDay: endOfDay))
        try world.finish { () throws(Failure) in try await stores.restoreSession() }
        return VirtualTill(stores: stores, life: life, world: world, terminal: terminal.address)
    }
}

/// One life of the till, to be asked things.
public struct VirtualTill: Sendable {
    /// Longer than anything a till waits for.
    public static let patience = Duration.seconds(600)

    public let stores: TillStores
    public let life: TillLife
    public let world: VirtualWorld
    let terminal: DeviceAddress

    /// Asks the stores, and lets time pass until they answer. Nil when the till died over it.
    public func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) -> Result<Value, Failure>? {
        let box = Mailbox<Value>()
        stores.manager.dispatch(make(Reply { box.put($0) }))
        let end = world.uptime + Self.patience
        while box.value == nil, !life.isOver, world.uptime < end { world.advance(by: .milliseconds(50)) }
        return life.isOver ? nil : box.value
    }

    public func pay(order: Int64, key: String? = nil, giveUpAfter: Duration = .seconds(60))
        -> Result<PaymentReport, Failure>?
    {
        pay(request(order, key, giveUpAfter))
    }

    public func pay(_ request: PaymentRequest) -> Result<PaymentReport, Failure>? {
        ask { CardPresentPaymentsAction.collectPayment(request, $0) }
    }

    /// Gives money back: `till refund` and `till reverse`.
    public func giveBack(_ what: PaymentRequest.GiveBack, key: String? = nil, giveUpAfter: Duration = .seconds(60))
        -> Result<PaymentReport, Failure>?
    {
        take(.giveBack(what), key: key, giveUpAfter: giveUpAfter)
    }

    /// Whatever it is: `till reserve` and `till reservations`, too.
    public func take(
        _ subject: PaymentRequest.Subject, key: String? = nil, giveUpAfter: Duration = .seconds(60)
    ) -> Result<PaymentReport, Failure>? {
        pay(
            PaymentRequest(
                subject: subject, key: key, reader: terminal, printer: MemoryPrinter.address,
                giveUpAfter: giveUpAfter))
    }

    public func request(_ order: Int64, _ key: String? = nil, _ giveUpAfter: Duration = .seconds(60))
        -> PaymentRequest
    {
        PaymentRequest(
            subject: .order(OrderID(rawValue: order)), key: key, reader: terminal, printer: MemoryPrinter.address,
            giveUpAfter: giveUpAfter)
    }

    /// Prints what waits, and lets time pass until nothing is printed any more. Nil when the till died over it.
    @discardableResult
    public func printPending() -> Result<[PrintReport], Failure>? {
        guard ask({ PrintSpoolAction.serve(printer: MemoryPrinter.address, $0) }) != nil else { return nil }
        world.advance(by: .seconds(30))
        guard !life.isOver,
            case .atRest(let prints, let failure) = stores.prints.current.printing(on: MemoryPrinter.address)
        else { return nil }
        return failure.map { prints.isEmpty ? .failure($0) : .success(prints) } ?? .success(prints)
    }
}

/// An answer that may come.
public final class Mailbox<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)

    public init() {}
    public var value: Result<Value, Failure>? { stored.withLock { $0 } }
    public func put(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}

/// What is in the machine where a disk belongs.
final class Disk: Sendable {
    private let stored: Mutex<any StorageManagerType>

    init(_ storage: any StorageManagerType) { stored = Mutex(storage) }

    var storage: any StorageManagerType {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

/// The embedded shop's orders in memory; what this till has collected lies over them.
private final class MemoryShop: EmbeddedShopDatabase {
    private let stored: Mutex<[OrderID: EmbeddedOrder]>

    init(_ orders: [EmbeddedOrder]) {
        stored = Mutex(Dictionary(uniqueKeysWithValues: orders.map { ($0.id, $0) }))
    }

    func order(id: OrderID) async throws(Failure) -> EmbeddedOrder? { stored.withLock { $0[id] } }
    func orders() async throws(Failure) -> [EmbeddedOrder] { stored.withLock { Array($0.values) } }

    func change(
        _ id: OrderID, _ change: @escaping @Sendable (EmbeddedOrder) throws(Failure) -> EmbeddedOrder
    ) async throws(Failure) -> EmbeddedOrder? {
        guard let order = stored.withLock({ $0[id] }) else { return nil }
        let changed = try change(order)
        stored.withLock { $0[id] = changed }
        return changed
    }
}

extension Shopfront {
    /// A kiosk in UTC.
    public static let virtual = Shopfront(
        site: .embedded, merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), footer: { _ in [] },
        utcOffset: { _ in 0 })
}
