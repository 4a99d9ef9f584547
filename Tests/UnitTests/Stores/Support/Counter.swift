import Flow
import Foundation
import Hardware
import Model
import Networking
import Receipts
import StorageInMemory
import Synchronization

@testable import Payments
@testable import Storage
@testable import Stores

/// A counter with a till, in virtual time: what is on disk, the shop, the printer and the terminal outlive each till.
struct Counter {
    let world = VirtualWorld(seed: 1)
    let storage: StorageManager
    let locks = ProcessDeviceLocks()
    let shop = CutOffShop()
    let printers: UnpluggedPrinters
    let readers = UnpluggedReaders()
    let log = KeptLog()

    static let printer = DeviceAddress(scheme: "test", path: "printer")
    static let terminal = DeviceAddress(scheme: "test", path: "reader")

    init() throws {
        let world = world
        storage = try StorageManager.inMemory { world.now }
        printers = UnpluggedPrinters(environment: world.environment)
    }

    /// A till is started: signed in, nothing taken up yet.
    func start(
        over storage: (any StorageManagerType)? = nil, readers: (any CardReaderService)? = nil,
        reached: @escaping @Sendable (String) -> Void = { _ in }, post: ReceiptMailer? = nil,
        networks: (any SiteNetworks)? = nil, connector: (any ShopConnector)? = nil,
        merchantProfile: MerchantProfile = .test, rights: OperatorRights = OperatorRights(),
        areTwo: @escaping @Sendable (DeviceAddress, DeviceAddress) -> Bool = { _, _ in false }
    ) throws -> TillStores {
        var environment = world.environment
        environment.reached = reached
        environment.writeLog = { [log] in log.write($0) }
        let stores = TillStores(
            StoresComposition(
                environment: environment, storage: storage ?? self.storage, locks: locks,
                networks: networks ?? FixedNetworks([.embedded: shop]), connector: connector,
                readers: readers ?? self.readers, printers: printers, renderer: ReceiptRenderer { _ in BlankPaper() },
                post: post, merchantProfile: merchantProfile, rights: rights,
                areTwo: areTwo))
        try world.finish { () async throws(Failure) in try await stores.restoreSession() }
        return stores
    }

    /// Asks the till, and lets no more time pass than the answer takes.
    func ask<Asked: Action, Value: Sendable>(
        _ stores: TillStores, _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value {
        try world.finish { () async throws(Failure) in try await stores.manager.ask(make) }
    }

    /// A scheduler of a till's terminals.
    var scheduler: TerminalScheduler {
        TerminalScheduler(
            TerminalScheduler.Dependencies(
                environment: world.environment, ledger: StoredLedger.sample(storage, world), readers: readers,
                locks: locks, serving: { _, _ in }))
    }

    /// A payment for that order becomes final: two receipts wait for the printer, and the shop is not told yet.
    func approve(
        _ order: Int64, number: String? = nil, at site: SiteID = .embedded, printer: DeviceAddress = Counter.printer
    ) throws {
        try write(
            [.settled(.approved(TransactionResult(resultCode: 0)))], order, number: number, at: site, printer: printer)
    }

    /// What an earlier life has written of a payment for that order, after its intent.
    func write(
        _ events: [PaymentEvent], _ order: Int64, number: String? = nil, at site: SiteID = .embedded,
        printer: DeviceAddress = Counter.printer, terminal: DeviceAddress = Counter.terminal, terminalID: String? = nil,
        isPrintedByTerminal: Bool = false, watermark: Watermark = .receipt(41), amount: Money = .sample,
        purpose: TransactionPurpose = .payment
    ) throws {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-\(order)"), purpose: purpose, isPrintedByTerminal: isPrintedByTerminal,
            key: nil, fingerprint: "order \(order)", site: site,
            order: OrderID(rawValue: order), orderNumber: number ?? "\(order)", amount: amount, tip: nil,
            terminal: terminal, printer: printer, terminalID: terminalID, watermark: watermark,
            habits: TerminalHabits(cardPhaseSeconds: 0), language: "en",
            startedAt: world.now, utcOffset: 0)
        let ledger = StoredLedger.sample(storage, world)
        var history = PaymentHistory(intent)
        for event in [.intended(intent)] + events {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    /// Restores the till from a backup that was made a minute ago.
    ///
    /// - Parameter behind: how far the clock of the restored machine is behind that of the lost one.
    func restore(behind: TimeInterval = 0) throws {
        world.advance(by: .seconds(60))
        let now = world.now
        try storage.write { transaction in
            let restoration = JournalRestoration(
                madeAt: now + behind, through: try transaction.journalHead().sequence, hash: "")
            try RestoredTill.mark(transaction, restoration, at: now)
        }
        world.advance(by: .seconds(60))
    }

    /// Payments without an end.
    var open: [String] { get throws { try storage.read { try $0.unsettledPayments() }.map(\.id.rawValue) } }
    var undelivered: [String] { get throws { try storage.read { try $0.pendingOutbox(limit: 100) }.map(\.id) } }
    var waiting: Int { get throws { try storage.read { try $0.pendingPrintJobs(printer: nil) }.count } }
}

/// All that was logged.
final class KeptLog: Sendable {
    private let kept = Mutex<[LogEntry]>([])
    var entries: [LogEntry] { kept.withLock { $0 } }
    func write(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }
}

extension MerchantProfile {
    static let test = MerchantProfile(
        merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), footer: { _ in [] },
        utcOffset: { _ in 0 })
}

/// Paper on which nothing is read.
private struct BlankPaper: LinesEncoder {
    let columns = 48
    func encode(_ receipt: LaidOutReceipt) -> EncodedLines { EncodedLines(data: [0x0A], replaced: []) }
    func recovery(lacking bytes: Int) -> [UInt8] { [UInt8](repeating: 0, count: max(bytes, 10)) }
}

/// A storage that another process keeps for itself.
final class BusyStorage: StorageManagerType {
    let isBusy = Mutex(false)
    private let storage: StorageManager

    init(storage: StorageManager) { self.storage = storage }

    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        try check()
        return try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        try check()
        return try storage.read(work)
    }

    func checkReady() throws(StorageError) { try storage.checkReady() }

    private func check() throws(StorageError) { if isBusy.withLock({ $0 }) { throw .busy(nil) } }
}
