import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Networking
import Receipts
import Storage
import Payments
import Stores
import Synchronization

/// The common parts of virtual kiosks: a world, one storage and one printer that outlive the till, and a shop.
final class VirtualCounter: Sendable {
    let world: VirtualWorld
    let printer = MemoryPrinter()
    let disk: Disk
    private let shop: MemoryShopNetwork
    /// The journal heads sent to the system log, oldest first.
    let keptHeads = Mutex<[JournalHead]>([])
    /// Every life of the till so far.
    private let lives = Mutex<[TillLife]>([])

    convenience init(
        seed: UInt64, orders: [OrderID],
        storage: (VirtualWorld) throws(StorageError) -> any StorageManagerType
    ) throws {
        try self.init(in: VirtualWorld(seed: seed), orders: orders, storage: storage)
    }

    /// Creates a counter in an existing world, beside others.
    init(
        in world: VirtualWorld, orders: [OrderID],
        storage: (VirtualWorld) throws(StorageError) -> any StorageManagerType
    ) throws {
        let disk = Disk(try storage(world))
        let placed = DemoOrders.placed(orders, at: world.now)
        try disk.storage.write { try $0.seedShopOrders(placed) }
        self.world = world
        self.disk = disk
        shop = MemoryShopNetwork(MemoryShopDatabase(placed), placedAt: world.now, environment: world.environment)
    }

    func startTill(
        _ life: TillLife, at terminal: DeviceAddress, readers: any CardReaderService, locks: any DeviceLocks,
        rights: OperatorRights, endOfDay: EndOfDayPolicy, printers: (any ReceiptPrinterService)? = nil,
        printing: PrintPolicy = PrintPolicy(),
        renderer: ReceiptRenderer = ReceiptRenderer { _ in ESCPOSEncoder(profile: .generic80, typesetter: .ofSimulation)
        },
        shops: (any SiteNetworks & ShopConnector)? = nil, offlineOrders: OfflineOrderPolicy = .refuse,
        writeLog: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) throws(Failure) -> VirtualTill {
        var environment = world.environment.mortal(with: life)
        environment.writeLog = writeLog
        let others = shops.map { CrashableShops(shops: $0, life: life) }
        var composition = StoresComposition(
            environment: environment,
            storage: CrashableStorage(storage: disk.storage, life: life), locks: locks,
            networks: others ?? FixedNetworks([.embedded: shop]), connector: others,
            readers: WitnessedReaders(readers: readers, life: life),
            printers: printers ?? CrashablePrinters(printer: printer, life: life),
            renderer: renderer, merchantProfile: .virtual, rights: rights,
            printing: printing, endOfDay: endOfDay)
        composition.offlineOrders = offlineOrders
        composition.keepHead = { [weak self] head in self?.keptHeads.withLock { $0.append(head) } }
        let stores = TillStores(composition)
        life.atEnd { [weak stores] in stores?.letGo() }
        lives.withLock { $0.append(life) }
        try world.finish { () throws(Failure) in try await stores.restoreSession() }
        return VirtualTill(stores: stores, life: life, world: world, terminal: terminal)
    }

    /// Ends every life: no work continues, and no references within this world keep it in memory.
    func end() {
        let ended = lives.withLock { lives in
            defer { lives = [] }
            return lives
        }
        for life in ended { life.end() }
        // Pending timers keep the world in memory, so time passes until they have fired.
        world.advance(by: .seconds(3_600))
    }
}

/// The storage of the kiosk's computer, which can be replaced.
final class Disk: Sendable {
    private let stored: Mutex<any StorageManagerType>

    init(_ storage: any StorageManagerType) { stored = Mutex(storage) }

    var storage: any StorageManagerType {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

extension MerchantProfile {
    /// A kiosk in UTC.
    package static let virtual = MerchantProfile(
        merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), footer: { _ in [] },
        utcOffset: { _ in 0 })
}
