import Failures
import Flow
import Hardware
import Model
import Networking
import Storage
import Payments

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
        endOfDay = process.endOfDayDisplay.reading { $0 }
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
        } catch  where error.is(AccountFailure.signedOut) { return }
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
        let demanded = EndOfDayThenPay(policy: composition.endOfDay, desk: process.endOfDay)
        return [
            OrderStore(orders: orders, environment: session, root: root),
            EndOfDayStore(process.endOfDay),
            CardPresentPaymentsStore(
                CardPresentPaymentsStore.Dependencies(
                    payments: payments(of: orders, demanded), readers: composition.readers,
                    recovery: process.recovery, demanded: demanded),
                display: process.display),
        ]
    }

    /// Runs in the process's environment: a payment is never cut short by a sign-out.
    private func payments(of orders: ShopOrders, _ demanded: EndOfDayThenPay) -> CollectPaymentFlow.Dependencies {
        let devices = process.devices
        return CollectPaymentFlow.Dependencies(
            environment: composition.environment, storage: composition.storage, orders: orders,
            shopfront: composition.shopfront, rights: composition.rights, desk: process.desk,
            checkPrinters: { printers, usual async throws(Failure) in
                try await devices.check(printers: printers, usually: usual)
            },
            settleOpenDays: { await demanded.settleOpen(before: $0) }, areTwo: composition.areTwo)
    }

    /// The cache is only a cache: if it cannot be dropped now, the next sign-in replaces it.
    private static func dropCache(of site: SiteID, in storage: any StorageManagerType) {
        try? storage.write { transaction in
            try transaction.dropOrders(site: site)
            try ShopCurrencyMemory.forget(site, in: transaction)
        }
    }
}
