import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Networking
import Storage
import Stores

/// The composition root: the one place where a till of real parts is put together. One instance per process.
final class LiveTill: Sendable {
    let directory: String
    let environment: Environment
    private let stores: TillStores
    private let shop: StoredShop

    /// Opens the data directory, makes the stores, and enters the session of whoever is signed in.
    init(directory: String, devices: Devices? = nil) async throws(Failure) {
        let environment = TestHooks.environment(.live)
        let storage: StorageManager
        do throws(StorageError) {
            storage = try StorageManager(directory: directory, environment: environment)
        } catch { throw error.failure }
        let devices = devices ?? Devices(directory: directory, environment: environment)
        let shop = StoredShop(storage: storage, environment: environment)
        try shop.seed()
        self.directory = directory
        self.environment = environment
        self.shop = shop
        stores = TillStores(
            StoresComposition(
                environment: environment, storage: storage, claims: FileClaims(directory: directory),
                network: EmbeddedShop(database: shop, catalogue: DemoShop.catalogue, environment: environment),
                readers: devices.readers, printers: devices.printers,
                press: ReceiptPress { ESCPOSEncoder(profile: Devices.profile(of: $0)) }, shopfront: .embedded))
        // What cannot be settled now, on a full disk say, is settled at the next start.
        _ = try? await stores.manager.ask { JournalAction.settleKnown($0) }
        try await stores.restoreSession()
    }

    /// How the running payment looks.
    var payment: Reading<any KnowsThePayment> { stores.payment }

    func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value {
        do throws(Failure) { return try await stores.manager.ask(make) } catch {
            // What only a session takes is refused for want of one.
            guard error.code == "action.unhandled", !stores.manager.isAuthenticated else { throw error }
            throw .signedOut
        }
    }

    /// Asks the payment that runs to be cancelled. Its outcome is still the terminal's.
    func requestCancel() {
        stores.manager.dispatch(CardPresentPaymentsAction.cancelPayment(Reply { _ in }))
    }

    func remember(reader: DeviceAddress, printer: DeviceAddress) async throws(Failure) {
        try await ask { AppSettingsAction.rememberReader(reader, $0) }
        try await ask { AppSettingsAction.rememberPrinter(printer, $0) }
    }

    /// Places one more order in the embedded shop, like its first, and gives its number.
    func placeDemoOrder() throws(Failure) -> OrderID { try shop.placeDemoOrder() }

    func logout() async throws(Failure) { try await stores.logout() }
}

extension Shopfront {
    /// The embedded shop's own name and place, until a configuration says otherwise.
    static let embedded = Shopfront(
        site: .embedded,
        merchant: Receipt.Merchant(
            name: "Bäckerei Größ & Söhne", address: ["Königsallee 12", "40212 Düsseldorf"], taxID: "DE123456789"),
        footer: { $0 == "de" ? ["Vielen Dank für Ihren Besuch!"] : ["Thank you for your visit!"] },
        utcOffset: { TimeZone.current.secondsFromGMT(for: $0) })
}

/// Hooks of the tests with real processes: a process that dies at a named step of a payment.
enum TestHooks {
    /// `TILL_TEST_KILL_AT=S5`: the process kills itself, as with `kill -9`, when a payment reaches that step.
    static func environment(_ environment: Environment) -> Environment {
        guard let step = ProcessInfo.processInfo.environment["TILL_TEST_KILL_AT"] else { return environment }
        var environment = environment
        environment.reached = { if $0 == step { kill(getpid(), SIGKILL) } }
        return environment
    }
}
