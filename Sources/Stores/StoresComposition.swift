import Flow
import Hardware
import Model
import Networking
import Storage

/// What the stores of a till are made from. The composition root fills it; a test fills it with a virtual world.
public struct StoresComposition: Sendable {
    public var environment: Environment
    public var storage: any StorageManagerType
    /// What keeps two processes off one terminal.
    public var claims: any Claims
    public var network: any Network
    public var readers: any CardReaderService
    public var printers: any ReceiptPrinterService
    public var press: ReceiptPress
    public var shopfront: Shopfront

    public init(
        environment: Environment, storage: any StorageManagerType, claims: any Claims, network: any Network,
        readers: any CardReaderService, printers: any ReceiptPrinterService, press: ReceiptPress, shopfront: Shopfront
    ) {
        self.environment = environment
        self.storage = storage
        self.claims = claims
        self.network = network
        self.readers = readers
        self.printers = printers
        self.press = press
        self.shopfront = shopfront
    }
}

/// The stores of one till, and the one door to them.
public final class TillStores: Sendable {
    public let manager: StoresManager
    public let payment: Reading<any KnowsThePayment>
    private let composition: StoresComposition
    private let desk: PaymentDesk
    private let display: PaymentDisplayStore

    public init(_ composition: StoresComposition) {
        let environment = composition.environment
        let ledger = StoredLedger(
            storage: composition.storage, environment: environment, shopfront: composition.shopfront)
        let desk = PaymentDesk(
            PaymentDesk.Dependencies(
                environment: environment, ledger: ledger, readers: composition.readers, claims: composition.claims))
        let display = PaymentDisplayStore(root: PaymentDisplayStore.makeRoot(in: environment))
        let storage = composition.storage
        manager = StoresManager(
            environment: environment,
            processStores: [
                JournalStore(environment: environment, storage: storage, desk: desk, display: display),
                ReceiptStore(
                    environment: environment, storage: storage, claims: composition.claims,
                    printers: composition.printers, press: composition.press
                ),
                AppSettingsStore(storage: storage),
                AccountStore(storage: storage),
            ]
        ) { DeauthenticatedState(stores: []) }
        self.composition = composition
        self.desk = desk
        self.display = display
        payment = display.reading
    }

    /// Enters the session of the account that is signed in; stays signed out when none is.
    public func restoreSession() async throws(Failure) {
        do throws(Failure) {
            _ = try await manager.ask { AccountAction.loadAccount($0) }
        } catch  where error.code == Failure.signedOut.code { return }
        try await manager.authenticate { [self] in makeSession() }
    }

    /// Signs out: refused while a payment runs. The shop's cached orders go; the journal, receipts and spool stay.
    public func logout() async throws(Failure) {
        try await manager.deauthenticate()
        try await manager.ask { AccountAction.forgetAccount($0) }
    }

    private func makeSession() -> AuthenticatedState {
        let (desk, storage, site) = (desk, composition.storage, composition.shopfront.site)
        return AuthenticatedState(
            environment: composition.environment,
            refusal: { desk.isBusy ? .paymentUnderWay : nil },
            clearing: { Self.dropCache(of: site, in: storage) },
            makeStores: { session in sessionStores(in: session) })
    }

    private func sessionStores(in session: Environment) -> [any Store] {
        let orders = ShopOrders(
            network: composition.network, storage: composition.storage, site: composition.shopfront.site,
            environment: session)
        return [
            OrderStore(orders: orders, environment: session),
            CardPresentPaymentsStore(
                CardPresentPaymentsStore.Dependencies(
                    environment: composition.environment, storage: composition.storage, orders: orders,
                    readers: composition.readers, printers: composition.printers, shopfront: composition.shopfront,
                    desk: desk), display: display),
        ]
    }

    /// The cache is only a cache: if it cannot be dropped now, the next sign-in replaces it.
    private static func dropCache(of site: SiteID, in storage: any StorageManagerType) {
        try? storage.write { try $0.dropOrders(site: site) }
    }
}

extension Failure {
    static let paymentUnderWay = Failure(
        "session.paymentUnderWay", "A payment is running; nobody is signed out before it is final.",
        remedy: "wait until it has ended", recovery: .retry)
}
