import Failures
import Flow
import Hardware
import Model
import Networking
import Storage
import Payments

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

    /// A reading of the payment on a terminal.
    package func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment> {
        process.display.reading(of: terminal)
    }

    var root: StateStore<TillState, TillEvent> { process.root }

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

    /// Enters the session of the account that is signed in; stays signed out if there is none.
    package func restoreSession() async throws(Failure) {
        do throws(Failure) {
            _ = try await manager.ask { AccountAction.loadAccount($0) }
        } catch  where error.is(AccountFailure.signedOut) { return }
        try await manager.authenticate { [self] in makeSession() }
        composition.environment.log(.signedIn)
    }

    /// Signs out; refused while a payment runs. The shop's cached orders are dropped; the journal, receipts and spool
    /// stay.
    package func logout() async throws(Failure) {
        try await manager.deauthenticate()
        composition.environment.log(.signedOut)
        try await manager.ask { AccountAction.forgetAccount($0) }
    }

    private func makeSession() -> AuthenticatedState {
        let (scheduler, storage, site) = (process.scheduler, composition.storage, composition.merchantProfile.site)
        return AuthenticatedState(
            environment: composition.environment,
            refusal: { scheduler.isBusy ? .paymentUnderWay : nil },
            clearing: { Self.dropCache(of: site, in: storage) },
            makeStores: sessionStores)
    }

    private func sessionStores(in session: Environment) -> [any Store] {
        let (storage, site) = (composition.storage, composition.merchantProfile.site)
        let orders = ShopOrders(network: composition.network, storage: storage, site: site, environment: session)
        let demanded = EndOfDayThenPay(policy: composition.endOfDay, scheduler: process.endOfDay)
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

    /// The payment flow runs in the process's environment, so that signing out never cuts a payment short.
    private func payments(of orders: ShopOrders, _ demanded: EndOfDayThenPay) -> CollectPaymentFlow.Dependencies {
        let devices = process.devices
        return CollectPaymentFlow.Dependencies(
            environment: composition.environment, storage: composition.storage, orders: orders,
            merchantProfile: composition.merchantProfile, rights: composition.rights, scheduler: process.scheduler,
            checkPrinters: { printers, usual async throws(Failure) in
                try await devices.check(printers: printers, usually: usual)
            },
            settleOpenDays: { await demanded.settleOpen(before: $0) }, areTwo: composition.areTwo)
    }

    /// If the cache cannot be dropped now, the next sign-in replaces it.
    private static func dropCache(of site: SiteID, in storage: any StorageManagerType) {
        try? storage.write { transaction in
            try transaction.dropOrders(site: site)
            try ShopCurrencyMemory.forget(site, in: transaction)
        }
    }
}
