import Flow
import Hardware
import LogEvents
import Model
import Networking
import Storage

/// What the stores of a till are made from. The composition root fills it; a test fills it with a virtual world.
package struct StoresComposition: Sendable {
    package var environment: Environment
    package var storage: any StorageManagerType
    /// What keeps two processes off one terminal.
    package var claims: any Claims
    package var network: any Network
    package var readers: any CardReaderService
    package var printers: any ReceiptPrinterService
    /// Nil where devices never come and go.
    package var watch: (any DeviceWatch)?
    package var press: ReceiptPress
    /// Nil where receipts are not e-mailed.
    package var post: ReceiptPost?
    package var shopfront: Shopfront
    package var rights: OperatorRights
    package var printing: PrintPolicy
    /// What is done where a terminal wants its end of day first.
    package var endOfDay: EndOfDayPolicy
    /// Whether two addresses are configured as two terminals. Where nobody says so, one terminal id is one terminal.
    package var areTwo: @Sendable (DeviceAddress, DeviceAddress) -> Bool
    /// Told which payment a terminal serves from now on, or that it serves none. Must not wait.
    package var serving: @Sendable (PaymentID?, DeviceAddress) -> Void
    /// Told the journal's head at each end of day, to keep it elsewhere. Must not wait.
    package var keepHead: @Sendable (JournalHead) -> Void = { _ in }

    package init(
        environment: Environment, storage: any StorageManagerType, claims: any Claims, network: any Network,
        readers: any CardReaderService, printers: any ReceiptPrinterService, press: ReceiptPress,
        post: ReceiptPost? = nil, shopfront: Shopfront, watch: (any DeviceWatch)? = nil,
        rights: OperatorRights = OperatorRights(),
        printing: PrintPolicy = PrintPolicy(), endOfDay: EndOfDayPolicy = .manual,
        areTwo: @escaping @Sendable (DeviceAddress, DeviceAddress) -> Bool = { _, _ in false },
        serving: @escaping @Sendable (PaymentID?, DeviceAddress) -> Void = { _, _ in }
    ) {
        self.environment = environment
        self.storage = storage
        self.claims = claims
        self.network = network
        self.readers = readers
        self.printers = printers
        self.watch = watch
        self.press = press
        self.post = post
        self.shopfront = shopfront
        self.rights = rights
        self.printing = printing
        self.endOfDay = endOfDay
        self.areTwo = areTwo
        self.serving = serving
    }
}

/// What lives as long as the process, whoever is signed in.
private struct ProcessWide: Sendable {
    let root: StateStore<TillState, TillEvent>
    let desk: PaymentDesk
    let display: PaymentDisplayStore
    let devices: DeviceStore
    let recovery: RecoveryStore
    let endOfDay: EndOfDayDesk
    let stores: [any Store]

    init(_ composition: StoresComposition) {
        let (environment, storage, claims) = (composition.environment, composition.storage, composition.claims)
        root = StateStore.till(in: environment)
        desk = PaymentDesk(
            PaymentDesk.Dependencies(
                environment: environment,
                ledger: StoredLedger(storage: storage, environment: environment, shopfront: composition.shopfront),
                readers: composition.readers, claims: claims, serving: composition.serving))
        display = PaymentDisplayStore(root: root)
        let printers = PrinterAccess(composition, telling: root)
        devices = DeviceStore(
            environment: environment, storage: storage, claims: claims, readers: composition.readers,
            printers: printers, root: root)
        let spool = PrintSpool(
            environment: environment, storage: storage, printers: printers, press: composition.press
        ) { [weak root] in root?.dispatch(.spool(.cutOff($0))) }
        let archive = ReceiptArchive(environment: environment, storage: storage, shopfront: composition.shopfront)
        recovery = RecoveryStore(storage: storage, desk: desk, display: display, root: root)
        endOfDay = EndOfDayDesk(
            EndOfDayRun.Dependencies(
                environment: environment, storage: storage, readers: composition.readers,
                shopfront: composition.shopfront, terminals: desk, keepHead: composition.keepHead,
                orderStatuses: OrderStatuses(
                    shop: OrdersRemote(network: composition.network, site: composition.shopfront.site))),
            root: root)
        stores = [
            JournalStore(storage: storage, claims: claims),
            recovery,
            ReceiptStore(archive: archive, spool: spool, root: root),
            OutboxStore(
                environment: environment, storage: storage, claims: claims, network: composition.network, root: root),
            MailStore(archive: archive, claims: claims, post: composition.post, root: root),
            devices,
            TerminalServiceStore(environment: environment, storage: storage, readers: composition.readers, desk: desk),
            PrinterServiceStore(spool: spool),
            AppSettingsStore(environment: environment, storage: storage, root: root),
            AccountStore(environment: environment, storage: storage, root: root),
        ]
    }
}

extension PrinterAccess {
    fileprivate init(_ composition: StoresComposition, telling root: StateStore<TillState, TillEvent>) {
        self.init(
            environment: composition.environment, claims: composition.claims, printers: composition.printers,
            policy: composition.printing
        ) { [weak root] in root?.dispatch(.printer($0)) }
    }
}

/// The stores of one till, and the one door to them.
package final class TillStores: Sendable {
    package let manager: StoresManager
    package let endOfDay: Reading<any KnowsTheEndOfDay>
    package let prints: Reading<any KnowsThePrints>
    package let doubts: Reading<any KnowsTheDoubts>
    package let outbox: Reading<any KnowsTheOutbox>
    package let mail: Reading<any KnowsTheOutbox>
    package let devices: Reading<any KnowsTheDevices>
    package let printers: Reading<any KnowsThePrinters>
    private let composition: StoresComposition
    private let process: ProcessWide

    package init(_ composition: StoresComposition) {
        let process = ProcessWide(composition)
        manager = StoresManager(environment: composition.environment, processStores: process.stores) {
            DeauthenticatedState(stores: [])
        }
        endOfDay = process.endOfDay.reading
        prints = process.root.reading { $0.spool }
        doubts = process.root.reading { $0.recovery }
        outbox = process.root.reading { $0.outbox }
        mail = process.root.reading { $0.mail }
        devices = process.root.reading { $0.devices }
        printers = process.root.reading { $0.printers }
        self.composition = composition
        self.process = process
    }

    /// How the payment on a terminal looks.
    package func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment> {
        process.display.reading(of: terminal)
    }

    var root: StateStore<TillState, TillEvent> { process.root }

    /// Lets go of what runs, as the end of the process would: for worlds in which one process sees many lives of a till.
    /// Nothing is to be asked of these stores any more.
    package func letGo() { process.desk.letGo() }

    /// Takes up everything an earlier life left to do, and looks after the devices this till remembers: for a process
    /// that stays. From then on it goes on by itself.
    package func resume() async throws(Failure) {
        try await manager.ask { DeviceAction.attachRemembered($0) }
        if let watch = composition.watch { try process.devices.follow(watch) }
        try await manager.ask { RecoveryAction.recoverAll($0) }
        try await manager.ask { PrintSpoolAction.serveAll($0) }
        try await manager.ask { OutboxAction.deliver($0) }
        if composition.post != nil { try await manager.ask { MailAction.deliver($0) } }
    }

    /// Enters the session of the account that is signed in; stays signed out when none is.
    package func restoreSession() async throws(Failure) {
        do throws(Failure) {
            _ = try await manager.ask { AccountAction.loadAccount($0) }
        } catch  where error.code == Failure.signedOut.code { return }
        try await manager.authenticate { [self] in makeSession() }
        composition.environment.log(.signedIn)
    }

    /// Signs out: refused while a payment runs. The shop's cached orders go; the journal, receipts and spool stay.
    package func logout() async throws(Failure) {
        try await manager.deauthenticate()
        composition.environment.log(.signedOut)
        try await manager.ask { AccountAction.forgetAccount($0) }
    }

    private func makeSession() -> AuthenticatedState {
        let (desk, storage, site) = (process.desk, composition.storage, composition.shopfront.site)
        return AuthenticatedState(
            environment: composition.environment,
            refusal: { desk.isBusy ? .paymentUnderWay : nil },
            clearing: { Self.dropCache(of: site, in: storage) },
            makeStores: sessionStores)
    }

    private func sessionStores(in session: Environment) -> [any Store] {
        let (storage, site) = (composition.storage, composition.shopfront.site)
        let orders = ShopOrders(network: composition.network, storage: storage, site: site, environment: session)
        return [
            OrderStore(orders: orders, environment: session, root: root),
            EndOfDayStore(process.endOfDay),
            CardPresentPaymentsStore(
                CardPresentPaymentsStore.Dependencies(
                    environment: composition.environment, storage: storage, orders: orders,
                    readers: composition.readers, devices: process.devices, recovery: process.recovery,
                    shopfront: composition.shopfront, rights: composition.rights, desk: process.desk,
                    demanded: DemandedEndOfDay(policy: composition.endOfDay, desk: process.endOfDay),
                    areTwo: composition.areTwo),
                display: process.display),
        ]
    }

    /// The cache is only a cache: if it cannot be dropped now, the next sign-in replaces it.
    private static func dropCache(of site: SiteID, in storage: any StorageManagerType) {
        try? storage.write { transaction in
            try transaction.dropOrders(site: site)
            try ShopCurrencyMemory.forget(site, in: transaction)
        }
    }
}

extension Failure {
    static let paymentUnderWay = Failure(
        "session.paymentUnderWay", "A payment is running; nobody is signed out before it is final.",
        remedy: "wait until it has ended", recovery: .retry)
}
