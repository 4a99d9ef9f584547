import Failures
import Flow
import Hardware
import LogEvents
import Model
import Networking
import Storage
import Payments

/// Everything from which the stores of a till are made. The composition root fills it; a test fills it with a virtual
/// world.
package struct StoresComposition: Sendable {
    package var environment: Environment
    package var storage: any StorageManagerType
    /// Keeps two processes from using the same terminal.
    package var locks: any DeviceLocks
    package var networks: any SiteNetworks
    /// Nil if there is no shop but the embedded one.
    package var connector: (any ShopConnector)?
    package var readers: any CardReaderService
    package var printers: any ReceiptPrinterService
    /// Nil if devices never come and go.
    package var watch: (any DeviceWatch)?
    package var renderer: ReceiptRenderer
    /// Nil if receipts are not e-mailed.
    package var post: ReceiptMailer?
    package var merchantProfile: MerchantProfile
    package var rights: OperatorRights
    package var printing: PrintPolicy
    /// What is done if a terminal demands its end of day first.
    package var endOfDay: EndOfDayPolicy
    /// What is paid while the shop cannot be asked.
    package var offlineOrders = OfflineOrderPolicy.refuse
    /// How long an order is waited for while somebody stands at the till.
    package var shopPatience = ShopOrders.usualPatience
    /// Whether the process goes on after what it was asked, so that a shop may answer later than somebody waits.
    package var isService = false
    /// Whether two addresses are configured as two terminals. By default one terminal id means one terminal.
    package var areTwo: @Sendable (DeviceAddress, DeviceAddress) -> Bool
    /// The terminals of the configuration. After a restore, all of them are compared before an order is charged.
    package var configuredTerminals: [DeviceAddress] = []
    /// Called with the payment that a terminal serves from now on, or nil if it serves none. It must not block.
    package var serving: @Sendable (PaymentID?, DeviceAddress) -> Void
    /// Called with the journal's head at each end of day, to store it elsewhere. It must not block.
    package var keepHead: @Sendable (JournalHead) -> Void = { _ in }

    package init(
        environment: Environment, storage: any StorageManagerType, locks: any DeviceLocks,
        networks: any SiteNetworks, connector: (any ShopConnector)? = nil,
        readers: any CardReaderService, printers: any ReceiptPrinterService, renderer: ReceiptRenderer,
        post: ReceiptMailer? = nil, merchantProfile: MerchantProfile, watch: (any DeviceWatch)? = nil,
        rights: OperatorRights = OperatorRights(),
        printing: PrintPolicy = PrintPolicy(), endOfDay: EndOfDayPolicy = .manual,
        areTwo: @escaping @Sendable (DeviceAddress, DeviceAddress) -> Bool = { _, _ in false },
        serving: @escaping @Sendable (PaymentID?, DeviceAddress) -> Void = { _, _ in }
    ) {
        self.environment = environment
        self.storage = storage
        self.locks = locks
        self.networks = networks
        self.connector = connector
        self.readers = readers
        self.printers = printers
        self.watch = watch
        self.renderer = renderer
        self.post = post
        self.merchantProfile = merchantProfile
        self.rights = rights
        self.printing = printing
        self.endOfDay = endOfDay
        self.areTwo = areTwo
        self.serving = serving
    }
}

/// What lives as long as the process, with and without a session.
struct ProcessWide: Sendable {
    let root: StateStore<TillState, TillEvent>
    let caches: ShopCaches
    let scheduler: TerminalScheduler
    /// What was decoded of the latest payments. Before each payment those of its order are compared with their rows.
    let told = ToldPayments(most: 1_000)
    let display: PaymentDisplayStore
    let devices: DeviceStore
    let recovery: RecoveryStore
    let endOfDay: EndOfDayScheduler
    let endOfDayDisplay: StateStore<EndOfDayState, EndOfDayProgress>
    let networks: WatchedNetworks
    let outages = ShopOutages()
    let stores: [any Store]

    init(_ composition: StoresComposition) {
        let networks = WatchedNetworks(composition.networks, outages, composition.environment)
        self.networks = networks
        let (environment, storage, locks) = (composition.environment, composition.storage, composition.locks)
        root = StateStore.till(in: environment)
        caches = ShopCaches(storage: storage, root: root)
        scheduler = TerminalScheduler(composition, told)
        display = PaymentDisplayStore(root: root)
        let printers = PrinterAccess(composition, telling: root)
        devices = DeviceStore(
            environment: environment, storage: storage, locks: locks, readers: composition.readers,
            printers: printers, root: root)
        let spool = PrintSpool(
            environment: environment, storage: storage, printers: printers, renderer: composition.renderer
        ) { [weak root] in root?.dispatch(.spool(.cutOff($0))) }
        let archive = ReceiptArchive(
            environment: environment, storage: storage, merchantProfile: composition.merchantProfile)
        recovery = RecoveryStore(storage: storage, scheduler: scheduler, display: display, root: root)
        let days = root.with(EndOfDayState(), embed: TillEvent.endOfDay) { state, event in state.reduce(event) }
        endOfDayDisplay = days
        endOfDay = EndOfDayScheduler(composition, networks, terminals: scheduler, telling: days)
        stores = [
            JournalStore(composition),
            recovery,
            ReceiptStore(archive: archive, spool: spool, root: root),
            OutboxStore(environment: environment, storage: storage, locks: locks, networks: networks, root: root),
            MailStore(archive: archive, locks: locks, post: composition.post, root: root),
            devices,
            TerminalServiceStore(
                environment: environment, storage: storage, readers: composition.readers, scheduler: scheduler,
                merchantProfile: composition.merchantProfile),
            PrinterServiceStore(spool: spool),
            OperatorStore(environment: environment, storage: storage),
            KioskStore(environment: environment, storage: storage, display: display, root: root),
            AppSettingsStore(environment: environment, storage: storage, root: root),
            AccountStore(
                environment: environment, storage: storage, connector: composition.connector,
                networks: networks, root: root),
        ]
    }
}

extension TerminalScheduler {
    fileprivate convenience init(_ composition: StoresComposition, _ told: ToldPayments) {
        self.init(
            TerminalScheduler.Dependencies(
                environment: composition.environment,
                ledger: StoredLedger(
                    storage: composition.storage, environment: composition.environment,
                    merchantProfile: composition.merchantProfile, told: told),
                readers: composition.readers, locks: composition.locks, serving: composition.serving))
    }
}

extension EndOfDayScheduler {
    fileprivate init(
        _ composition: StoresComposition, _ networks: any SiteNetworks, terminals: TerminalScheduler,
        telling days: StateStore<EndOfDayState, EndOfDayProgress>
    ) {
        self.init(
            EndOfDayRun.Dependencies(
                environment: composition.environment, storage: composition.storage, readers: composition.readers,
                merchantProfile: composition.merchantProfile, terminals: terminals, keepHead: composition.keepHead,
                orderStatuses: OrderStatuses(
                    networks: networks, environment: composition.environment, patience: composition.shopPatience
                ) { [storage = composition.storage] order in
                    try? storage.read { try $0.shopID(of: order.order, site: order.site) }
                })
        ) { days.dispatch($0) }
    }
}

extension PrinterAccess {
    fileprivate init(_ composition: StoresComposition, telling root: StateStore<TillState, TillEvent>) {
        self.init(
            environment: composition.environment, locks: composition.locks, printers: composition.printers,
            policy: composition.printing
        ) { [weak root] in root?.dispatch(.printer($0)) }
    }
}

extension Failure {
    static let paymentUnderWay = Failure(
        SessionFailure.paymentUnderWay, Sentence("failure.session.paymentUnderWay"),
        remedy: Sentence("remedy.session.paymentUnderWay"), recovery: .retry)
}
