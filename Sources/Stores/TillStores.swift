import Failures
import Flow
import Hardware
import Model
import Networking
import Storage
import Payments
import Synchronization

/// The stores of one till and their only entry point.
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
    /// The account whose session was entered last.
    private let entered = Mutex<Account?>(nil)

    package init(_ composition: StoresComposition) {
        let process = ProcessWide(composition)
        manager = StoresManager(environment: composition.environment, processStores: process.stores) {
            DeauthenticatedState(stores: [], because: $0)
        }
        endOfDay = process.endOfDayDisplay.reading { $0 }
        prints = process.root.reading { $0.spool }
        doubts = process.root.reading { $0.recovery }
        outbox = process.root.reading { $0.outbox }
        mail = process.root.reading { $0.mail }
        devices = process.root.reading { $0.devices }
        printers = process.root.reading { $0.printers }
        self.composition = composition
        self.process = process
        process.networks.follow { [weak self] site, error in
            guard let self, let account = self.entered.withLock({ $0 }), account.site == site else { return }
            self.endSession(of: account, error)
        }
    }

    /// A reading of the payment on a terminal.
    package func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment> {
        process.display.reading(of: terminal)
    }

    /// Whether any payment or end of day runs, or is being prepared.
    package var isBusy: Bool { process.scheduler.isBusy }

    /// Whether a payment or an end of day runs on this terminal, or is being prepared.
    package func isBusy(at terminal: DeviceAddress) -> Bool { process.scheduler.isBusy(at: terminal) }

    var root: StateStore<TillState, TillEvent> { process.root }
    var caches: ShopCaches { process.caches }

    /// Forgets everything that runs, as if the process had ended. Simulated worlds use it when one process plays
    /// several lives of a till. These stores must not be used afterwards.
    package func letGo() { process.scheduler.letGo() }

    /// Continues everything an earlier process left unfinished and watches the devices that this till remembers. A
    /// process that stays calls it once.
    package func resume() async throws(Failure) {
        try await manager.ask { DeviceAction.attachRemembered($0) }
        if let watch = composition.watch { try process.devices.follow(watch) }
        try await manager.ask { RecoveryAction.recoverAll($0) }
        try await manager.ask { PrintSpoolAction.serveAll($0) }
        try await manager.ask { OutboxAction.deliver($0) }
        if composition.post != nil { try await manager.ask { MailAction.deliver($0) } }
    }

    /// Enters the session of the account that is signed in; stays signed out, with the reason, if there is none.
    package func restoreSession() async throws(Failure) {
        let account: Account
        do throws(Failure) {
            account = try await manager.ask { AccountAction.loadAccount($0) }
        } catch  where error.is(AccountFailure.signedOut) {
            let reason = try composition.storage.reading { try Account.signedOutReason(in: $0) }
            return try await manager.deauthenticate(because: reason)
        }
        do throws(Failure) { try await enter(account) } catch  where error.is(ShopFailure.noCredentials) {
            // The till works on without a session: what is in doubt can be resolved, and somebody can sign in.
            try await manager.deauthenticate(because: .ended(error))
        }
    }

    /// Signs in at a shop, now and at later starts. The shop verifies the login before anything changes; refused while a
    /// payment runs.
    package func signIn(_ login: ShopLogin) async throws(Failure) -> Account {
        guard !process.scheduler.isBusy else { throw .paymentUnderWay }
        let shop = try await manager.ask { AccountAction.connect(login, $0) }
        return try await signIn(at: shop)
    }

    /// Signs in at a remembered shop with the login that the till keeps for it, now and at later starts. The shop verifies
    /// the login before anything changes; refused while a payment runs.
    package func signIn(at site: SiteID) async throws(Failure) -> Account {
        guard !process.scheduler.isBusy else { throw .paymentUnderWay }
        let shop = try await manager.ask { AccountAction.verifyLogin(site, $0) }
        return try await signIn(at: shop)
    }

    private func signIn(at shop: RememberedShop) async throws(Failure) -> Account {
        let now = composition.environment.now().asStored
        let account = try await signIn(Account(name: shop.user, site: shop.site, since: now))
        await keepPricing()
        return account
    }

    /// Keeps the settings by which the till prices an order while the shop is away, before anybody needs them. If the shop does
    /// not tell them now, such orders have no price until it has.
    private func keepPricing() async {
        let late = NetworkError.connection(.timedOut(after: composition.shopPatience)).failure
        try? await composition.environment.within(composition.shopPatience, orThrow: late, "keep settings") {
            [manager] () async throws(Failure) in
            for group in ["general", "tax"] {
                _ = try await manager.ask { SettingAction.synchronizeSiteSettings(group: group, $0) }
            }
        }
    }

    /// Signs in at a shop whose credentials the till has, or at the embedded one.
    package func signIn(_ account: Account) async throws(Failure) -> Account {
        try await enter(account)
        try await manager.ask { AccountAction.enter(account, $0) }
        // Messages for this shop may have waited for its credentials.
        try await manager.ask { OutboxAction.deliver($0) }
        return account
    }

    private func enter(_ account: Account) async throws(Failure) {
        try await manager.authenticate(
            by: { [composition] () throws(Failure) in
                try asFailure { () throws(NetworkError) in try composition.networks.reach(account.site) }
            },
            { [self] network in makeSession(of: account, network) })
        composition.environment.log(.signedIn)
    }

    /// Signs out; refused while a payment runs. The shop's cached orders and its credentials are removed; the journal,
    /// receipts, spool and outbox stay.
    ///
    /// - Parameter work: what has to be done with the login while there is one. It is not called if a payment runs; one
    ///   that begins meanwhile still keeps the session from ending.
    package func logout(after work: () async -> Void = {}) async throws(Failure) {
        guard !process.scheduler.isBusy else { throw .paymentUnderWay }
        await work()
        try await manager.deauthenticate()
        composition.environment.log(.signedOut)
        try await manager.ask { AccountAction.forgetAccount($0) }
    }

    /// Ends the session because its shop no longer accepts the till's credentials: now, or once no payment runs. Later
    /// starts stay signed out too.
    private func endSession(of account: Account, _ error: NetworkError) {
        let (environment, storage) = (composition.environment, composition.storage)
        let reason = SignedOutReason.ended(error.failure)
        try? storage.write { transaction in
            guard try Account.current(in: transaction) == account else { return }
            try Account.signOut(because: reason, in: transaction)
            try SiteMemory.forgetChoices(of: account.site, in: transaction)
        }
        _ = environment.spawn("end session") { [manager, weak self] in
            let isLeft = try? await environment.retrying(.untilPaymentsEnd) { () async throws(Failure) in
                // Somebody may have signed in anew meanwhile.
                guard let self, self.entered.withLock({ $0 }) == account else { return false }
                try await manager.deauthenticate(because: reason)
                return true
            }
            if isLeft == true { environment.log(.signedOut) }
        }
    }

    private func makeSession(of account: Account, _ network: any Network) -> AuthenticatedState {
        entered.withLock { $0 = account }
        let scheduler = process.scheduler
        let shop = watched(network, of: account)
        return AuthenticatedState(
            environment: composition.environment,
            refusal: { scheduler.isBusy ? .paymentUnderWay : nil },
            makeStores: { sessionStores(of: account.site, shop, in: $0) })
    }

    /// The embedded shop is a part of this process: it asks for no credentials and is never away.
    private func watched(_ network: any Network, of account: Account) -> any Network {
        guard account.site != .embedded else { return network }
        return SessionNetwork(
            shop: network, outage: process.outages.outage(of: account.site), environment: composition.environment
        ) { [weak self] in self?.endSession(of: account, $0) }
    }

    private func sessionStores(of site: SiteID, _ network: any Network, in session: Environment) -> [any Store] {
        let demanded = EndOfDayThenPay(policy: composition.endOfDay, scheduler: process.endOfDay)
        let shop = ShopSession(
            network: network, site: site, environment: session, caches: process.caches,
            outage: process.outages.outage(of: site),
            longestWait: composition.isService ? composition.shopPatience : nil)
        let orders = ShopOrders(shop: shop, offline: composition.offlineOrders, patience: composition.shopPatience)
        return [
            OrderStore(orders: orders, root: root),
            CustomerStore(shop: shop),
            OrderNoteStore(outbox: ServedOutbox(shop: shop, root: root)),
            OrderStatusStore(shop: shop), SettingStore(shop: shop),
            TaxClassesStore(shop: shop), PaymentGatewayStore(shop: shop), SystemStatusStore(shop: shop),
            ProductStore(shop: shop),
            CouponStore(shop: shop, utcOffset: composition.merchantProfile.utcOffset),
            RefundStore(shop: shop),
            ShopReceiptStore(shop: shop),
            CommentStore(shop: shop),
            ShipmentStore(shop: shop),
            NotificationStore(shop: shop),
            StatsStoreV4(shop: shop, utcOffset: composition.merchantProfile.utcOffset),
            StatsStore(shop: shop),
            EndOfDayStore(process.endOfDay),
            CardPresentPaymentsStore(
                CardPresentPaymentsStore.Dependencies(
                    payments: payments(of: orders, demanded), readers: composition.readers,
                    recovery: process.recovery, demanded: demanded,
                    shop: CardPresentPaymentsShopStore(orders: orders)),
                display: process.display),
        ]
    }

    /// The payment flow runs in the process's environment, so that signing out never cuts a payment short.
    private func payments(of orders: ShopOrders, _ demanded: EndOfDayThenPay) -> CollectPaymentFlow.Dependencies {
        let devices = process.devices
        return CollectPaymentFlow.Dependencies(
            environment: composition.environment, storage: composition.storage, told: process.told, orders: orders,
            merchantProfile: composition.merchantProfile, rights: composition.rights, scheduler: process.scheduler,
            checkPrinters: { printers, usual async throws(Failure) in
                try await devices.check(printers: printers, usually: usual)
            },
            settleOpenDays: { await demanded.settleOpen(before: $0) }, areTwo: composition.areTwo,
            configuredTerminals: composition.configuredTerminals)
    }
}

extension Retry {
    /// Tries again until no payment runs.
    fileprivate static let untilPaymentsEnd = Retry(.unlimited, longest: .seconds(5), jitterPercent: 0)
}
