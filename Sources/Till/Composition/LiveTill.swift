import Configuration
import Failures
import Flow
import Foundation
import Logbook
import Model
import Networking
import Readers
import Receipts
import Recorder
import Storage
import Payments
import Stores
import Transports
import ESCPOS
import LogEvents

/// The composition root, which puts a till of real parts together. There is one instance per process.
final class LiveTill: Sendable {
    private let ownConfiguration: TillConfiguration
    /// The configuration: of a command that a service runs, the one that was in force when the command began.
    var configuration: TillConfiguration { Invocation.current.served?.setup.configuration ?? ownConfiguration }
    let environment: Environment
    let printers: PrinterSetups
    let logoMemory: LogoMemory
    let storage: StorageManager
    let stores: TillStores
    let shopNetworks: ShopNetworks
    let directory: String
    private let recordings: String
    private let shop: StoredShop
    /// Held for as long as this till is used.
    private let ownership: ServiceLock?

    /// Opens the data directory, makes the stores, and enters the session of the signed-in account.
    ///
    /// - Parameters:
    ///   - patience: how long a print that has begun waits, in seconds; nil for the configured time.
    ///   - ownership: the lock that this till holds for as long as it is used.
    ///   - noticed: receives what goes wrong on the lines to terminals. It must not wait.
    ///   - committed: called after each commit of a store with the time that it took. It must not wait.
    convenience init(
        _ setup: TillSetup, devices: Devices? = nil, patience: Int? = nil, ownership: ServiceLock? = nil,
        noticed: (@Sendable (ProtocolError) -> Void)? = nil, committed: (@Sendable (Duration) -> Void)? = nil
    ) async throws(Failure) {
        let environment = TestHooks.environment(.live.logged)
        let storage = try asFailure { () throws(StorageError) in try setup.openStorage(environment) }
        try await self.init(
            setup, storage, devices ?? Self.devices(setup, storage, environment, noticed), environment,
            patience ?? setup.configuration.policy.giveUpAfterSeconds, ownership: ownership, committed: committed)
    }

    /// Opens the data for a command that needs a device, waiting prints, deliveries or the session; a command that a service
    /// runs gets the service's till. Throws `service.ownsTill` while a service owns them, and no service starts while such a
    /// command runs.
    static func owning(
        _ setup: TillSetup, devices: Devices? = nil, patience: Int? = nil
    ) async throws(Failure) -> LiveTill {
        if let served = Invocation.current.served {
            try served.checkCaller()
            served.paperPatience = .seconds(patience ?? setup.configuration.policy.giveUpAfterSeconds)
            return served.till
        }
        let ownership = try ServiceLock.share(setup.directory)
        return try await LiveTill(setup, devices: devices, patience: patience, ownership: ownership)
    }

    /// Opens the data for a command that only reads. If the data cannot be written, that is reported, and the data is
    /// read all the same.
    ///
    /// - Parameters:
    ///   - makesTill: whether the command is of use on a new machine, whose till it then makes. Otherwise a directory without a
    ///     till, such as a misspelt one or that of a disk that is not mounted, throws `storage.noTill`.
    ///   - saysItself: whether the command reports that failure itself.
    convenience init(
        toRead setup: TillSetup, _ console: Console, makesTill: Bool = false,
        saysItself: (Failure) -> Bool = { _ in false }
    ) async throws(Failure) {
        if !makesTill { try StorageManager.requireTill(in: setup.directory) }
        let environment = TestHooks.environment(.live.logged)
        let storage: StorageManager
        do throws(StorageError) {
            let opened = try setup.openStorage(environment)
            storage = try opened.signsAsItNames ? opened : opened.reopenedToRead(environment)
        } catch {
            // Data that cannot be signed for want of the key are opened to be read.
            let isWithoutKey = if case .refused = error { true } else { false }
            guard error.leavesReading || isWithoutKey,
                let readable = try? StorageManager(readingOnly: setup.directory, environment: environment)
            else { throw error.failure }
            if !saysItself(error.failure) { console.say(error.failure) }
            storage = readable
        }
        try await self.init(
            setup, storage, Self.devices(setup, storage, environment), environment, 0, onlyLooks: true)
    }

    /// A profile that cannot be read counts as not found out.
    private static func devices(
        _ setup: TillSetup, _ storage: StorageManager, _ environment: Environment,
        _ noticed: (@Sendable (ProtocolError) -> Void)? = nil
    ) -> Devices {
        Devices(setup, environment: environment, noticed: noticed) {
            try? ProfileMemory(storage: storage).profile(at: $0)?.profile
        }
    }

    private init(
        _ setup: TillSetup, _ storage: StorageManager, _ devices: Devices, _ environment: Environment,
        _ patience: Int, onlyLooks: Bool = false, ownership: ServiceLock? = nil,
        committed: (@Sendable (Duration) -> Void)? = nil
    ) async throws(Failure) {
        self.ownership = ownership
        let shop = StoredShop(storage: storage, environment: environment)
        logoMemory = LogoMemory(storage: storage)
        printers = PrinterSetups(
            setup.configuration, memory: logoMemory,
            typesetter: Typesetter { environment.log(.textNotDrawn, .failure($0)) })
        try Self.prepare(storage, shop, environment, onlyLooks)
        ownConfiguration = setup.configuration
        let shops = Self.shops(setup, shop, environment)
        (directory, recordings, shopNetworks) = (setup.directory, setup.recordings, shops)
        self.environment = environment
        self.storage = storage
        self.shop = shop
        var composition = StoresComposition(
            environment: environment, storage: Self.watched(storage, environment, committed),
            locks: FileDeviceLocks(directory: setup.directory), networks: shops, connector: shops,
            readers: devices.readers, printers: devices.printers,
            renderer: printers.renderer, post: ReceiptMailer(setup.configuration, environment),
            merchantProfile: MerchantProfile(setup.configuration), watch: DeviceMonitor(),
            rights: OperatorRights(
                unlinkedRefundLimit: setup.configuration.unlinkedRefundLimit,
                largestPayment: { setup.configuration.largestPayment(in: $0) }),
            printing: PrintPolicy(
                patience: .seconds(patience), standIns: { setup.configuration.standIns(for: $0) }),
            endOfDay: setup.configuration.policy.endOfDay,
            areTwo: { setup.configuration.areTwoTerminals($0, $1) },
            serving: { [recorder = devices.recorder] in recorder?.serves($0, at: $1) })
        composition.keepHead = Self.keepHead(setup, environment)
        composition.isService = committed != nil  // Nobody else is told of commits.
        composition.configure(setup.configuration)
        stores = TillStores(composition)
        OpenStorage.atCommandEnd(storage)
        if !storage.isReadOnly { await settleKnown() }
        try await stores.restoreSession()
    }

    private static func watched(
        _ storage: StorageManager, _ environment: Environment, _ committed: (@Sendable (Duration) -> Void)?
    ) -> any StorageManagerType {
        committed.map { WatchedStorage(storage: storage, environment: environment, committed: $0) } ?? storage
    }

    private static func shops(
        _ setup: TillSetup, _ shop: StoredShop, _ environment: Environment
    ) -> ShopNetworks {
        let embedded = EmbeddedShop(
            database: shop, catalogue: DemoShop.catalogue, currency: ShopCurrency(setup.configuration),
            environment: environment)
        return ShopNetworks(
            embedded: TestHooks.network(embedded), directory: setup.directory, environment: environment,
            address: { [storage = shop.storage] site in
                try? storage.reading { try RememberedShop.all(in: $0).first { $0.site == site }?.address }
            })
    }

    private static func prepare(
        _ storage: StorageManager, _ shop: StoredShop, _ environment: Environment, _ onlyLooks: Bool
    ) throws(Failure) {
        guard !storage.isReadOnly else { return }
        // What cannot be written now, for example on a full disk, is written at the next start. A command that only
        // reads may run without the configuration that names the key.
        if !onlyLooks { try? storage.enrol(environment) }
        try shop.seed()
    }

    /// Sends the journal's head to the system log, out of reach of somebody who can write the data.
    private static func keepHead(_ setup: TillSetup, _ environment: Environment) -> @Sendable (JournalHead) -> Void {
        guard setup.configuration.journal.syslog else { return { _ in } }
        let log = SystemLog()
        return { head in log.send("journal head \(head.inLetters)", at: environment.now()) }
    }

    /// Settles what the journal proves. What cannot be settled now, for example on a full disk, is settled at the next
    /// start.
    private func settleKnown() async {
        guard (try? await stores.manager.ask { RecoveryAction.settleKnown($0) }) != nil else { return }
        _ = await stores.doubts.first { $0.isAtRest ? true : nil }
    }

    /// Throws if a printer has the address of a card terminal, or is a file of the till's own data.
    func checkApart(terminal: DeviceAddress? = nil, printer: DeviceAddress? = nil) throws(Failure) {
        try configuration.checkApart(terminal: terminal, printer: printer)
        if let printer { try OwnFiles(in: directory).check(printer: printer) }
    }

    /// A reading of the payment on a terminal.
    func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment> { stores.payment(on: terminal) }

    func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value {
        do throws(Failure) { return try await stores.manager.ask(make) } catch {
            // A request that needs a session was not handled because nobody is signed in.
            guard error.is(FlowFailure.unhandled), !stores.manager.isAuthenticated else { throw error }
            throw .signedOut(because: stores.manager.signedOutReason ?? .signedOut)
        }
    }

    /// A reading of the printers' status and of what their prints wait for.
    var printerStandings: Reading<any KnowsThePrinters> { stores.printers }

    /// A reading of the prints' progress.
    var prints: Reading<any KnowsThePrints> { stores.prints }

    /// Whether the shop was told everything, and if not, why, as far as is known.
    var shopTold: (isTold: Bool, failure: Failure?) {
        get async {
            // A message without a shop is a receipt for a customer.
            let left = try? storage.read { try $0.pendingOutbox(limit: .max).filter { $0.site != nil } }
            let failure = await stores.outbox.first { .some($0.lastFailure) } ?? nil
            return (left?.isEmpty ?? false, failure ?? left?.lazy.compactMap(\.refusal).first)
        }
    }

    /// The language for people.
    var language: OperatorLanguage { OperatorLanguage(of: configuration) }

    /// The clock in the shop's time zone.
    var clock: ShopClock { ShopClock(zone: configuration.shop.timeZone ?? .current) }

    /// A reading of the ends of day.
    var endOfDay: Reading<any KnowsTheEndOfDay> { stores.endOfDay }

    /// Requests cancellation of that request, and of nothing else on its terminal. The terminal still decides the outcome.
    func requestCancel(_ request: PaymentRequest) {
        stores.manager.dispatch(
            CardPresentPaymentsAction.cancelPayment(on: request.terminal, of: request.ticket, Reply { _ in }))
    }

    /// Leaves the payment on a terminal at once; `told` receives whether it was sent.
    func leave(_ request: PaymentRequest, told: @escaping @Sendable (Bool) -> Void) {
        stores.manager.dispatch(
            CardPresentPaymentsAction.leavePayment(
                on: request.terminal, of: request.ticket, Reply { told((try? $0.get()) ?? true) }))
    }

    /// Asks a terminal's service or end of day to stop.
    func requestStop(on terminal: DeviceAddress) {
        stores.manager.dispatch(TerminalServiceAction.stop(on: terminal, Reply { _ in }))
    }

    /// Reports what became of the goods of a running payment; `told` receives whether that was accepted, or why not.
    func tellGoods(
        _ issue: DispenseResult, of payment: PaymentID, told: @escaping @Sendable (Result<Void, Failure>) -> Void
    ) {
        stores.manager.dispatch(CardPresentPaymentsAction.goods(payment, issue, Reply(told)))
    }

    func remember(terminal: DeviceAddress, printer: DeviceAddress) async throws(Failure) {
        try await ask { AppSettingsAction.remember(DeviceIdentity(kind: .terminal, address: terminal), $0) }
        guard !configuration.printsReceipts(terminal: printer) else { return }
        try await ask { AppSettingsAction.remember(DeviceIdentity(kind: .printer, address: printer), $0) }
    }

    /// How long a command waits for the shop after everything else is done. The next command delivers the rest.
    private static let longestFarewell = Duration.seconds(2)

    /// Tells the shop what it has not been told yet.
    func deliver() async { await deliver(within: Self.longestFarewell) }

    /// Tells the shop what it has not been told yet, for somebody who waits for just that: each message has the time that
    /// `policy.shop_patience` gives a shop.
    func deliverPatiently() async {
        let waiting = (try? await ask { OutboxAction.list($0) }.count { $0.refusal == nil }) ?? 1
        await deliver(within: .seconds(configuration.policy.shopPatienceSeconds) * max(1, waiting))
    }

    private func deliver(within limit: Duration) async {
        guard (try? await ask({ OutboxAction.deliver($0) })) != nil else { return }
        _ = await stores.outbox.first(within: limit) { $0.isAtRest ? true : nil }
        tidyUp(configuration.retention, now: environment.now())
    }

    /// Drops data that no longer has to be kept.
    func tidyUp(_ retention: TillConfiguration.Retention, now: Date) {
        Retention(retention).apply(to: storage, now: now)
        let days = retention.traceDays
        if days > 0 { TraceRing.drop(in: recordings, olderThan: now - TimeInterval(days) * 86_400) }
        let formerDays = retention.formerDatabaseDays
        if formerDays > 0 { FormerDatabases.drop(in: directory, olderThan: now - TimeInterval(formerDays) * 86_400) }
    }

    /// Hands over the waiting e-mails. Returns why some are left once none is being handed over: a command that ended
    /// before would leave its own e-mail in doubt.
    func handMailsOver() async throws(Failure) -> Failure? {
        try await ask { MailAction.deliver($0) }
        let end = await stores.mail.first { mail -> Failure?? in mail.isAtRest ? .some(mail.lastFailure) : nil }
        guard let end else { throw .unwaited }
        return end
    }

    /// Places another order in the embedded shop, like its first, and returns its id.
    func placeDemoOrder() throws(Failure) -> OrderID { try shop.placeDemoOrder() }

    /// Signs in at a shop, which verifies the login first.
    func signIn(_ login: ShopLogin) async throws(Failure) -> Account { try await stores.signIn(login) }

    /// Signs in at a remembered shop by its number, with the login that the till keeps for it; the shop verifies it first.
    func signIn(at number: Int64) async throws(Failure) -> Account {
        let shops = try await ask { AccountAction.loadShops($0) }
        guard let shop = shops.first(where: { $0.site.rawValue == number }) else {
            let known = shops.map { "\($0.site) (\($0.address))" }.joined(separator: ", ")
            throw Failure(
                AccountFailure.unknownShop, Sentence("failure.account.unknownShop", ["shop": String(number)]),
                remedy: known.isEmpty
                    ? Sentence("remedy.shop.noCredentials")
                    : Sentence("remedy.account.shopNumber", ["shops": known.presentable]), recovery: .giveUp)
        }
        return try await stores.signIn(at: shop.site)
    }

    func signInEmbedded() async throws(Failure) -> Account { try await stores.signIn(.embedded) }

    var knowsShops: Bool { get throws(Failure) { try storage.reading { try !RememberedShop.all(in: $0).isEmpty } } }

    /// The messages to the shop about a transaction that have not reached it, with why it refused one.
    func untold(of payment: PaymentID) -> [Failure?] {
        let waiting = try? storage.reading { try $0.pendingOutbox(limit: .max) }
        return (waiting ?? []).filter { $0.site != nil && $0.id.contains(payment.rawValue) }.map(\.refusal)
    }

    /// The shop of an account; nil for the embedded shop's.
    func shop(of account: Account) async throws(Failure) -> RememberedShop? {
        try await ask { AccountAction.loadShops($0) }.first { $0.site == account.site }
    }

    func logout(after work: () async -> Void) async throws(Failure) { try await stores.logout(after: work) }
}

extension Retention {
    fileprivate init(_ configured: TillConfiguration.Retention) {
        self.init(
            deliveredNews: configured.deliveredNewsDays > 0 ? configured.deliveredNewsDays : nil,
            cachedOrders: configured.cachedOrderDays > 0 ? configured.cachedOrderDays : nil,
            cachedDocuments: configured.cachedDocumentDays > 0 ? configured.cachedDocumentDays : nil,
            receipts: configured.receiptDays)
    }
}

extension StoresComposition {
    fileprivate mutating func configure(_ configuration: TillConfiguration) {
        configuredTerminals = configuration.readers.map(\.line.address)
        offlineOrders = configuration.policy.offlineOrders
        shopPatience = .seconds(configuration.policy.shopPatienceSeconds)
    }
}

extension ShopCurrency {
    /// The embedded shop's currency format; nil if none is configured.
    fileprivate init?(_ configuration: TillConfiguration) {
        guard let format = configuration.shop.amounts else { return nil }
        self.init(code: configuration.shop.currency.code, format: format)
    }
}

extension MerchantProfile {
    /// The shop as configured; unconfigured parts are the embedded shop's own. The name of a merchant that is not configured is
    /// each shop's own.
    init(_ configuration: TillConfiguration) {
        let shop = configuration.shop
        let zone = shop.timeZone ?? .current
        self.init(
            merchant: shop.merchant ?? .demonstration, isOfEveryShop: shop.merchant != nil, currency: shop.currency,
            footer: { shop.footer ?? [ReceiptLanguage.of($0).thanks] },
            utcOffset: { zone.secondsFromGMT(for: $0) }, printer: configuration.printer(of:usually:))
    }
}

extension Receipt.Merchant {
    fileprivate static let demonstration = Receipt.Merchant(
        name: "Bäckerei Größ & Söhne", address: ["Königsallee 12", "40212 Düsseldorf"], taxID: "DE123456789")
}
