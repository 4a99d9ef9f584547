import Failures
import Flow
import Foundation
import Hardware
import Model
import Networking
import Payments
import Receipts
import Storage
import StorageInMemory
import Stores
import Synchronization
import Testing

/// A till that is signed in at a shop of the contract, and that remembers which actions it was asked for.
final class ContractTill: Sendable {
    let kind: ContractShop
    /// With which it has signed in.
    let login: ShopLogin
    let site: SiteID
    private let stores: TillStores
    private let performed = Mutex<[String: Set<String>]>([:])

    private init(_ kind: ContractShop, _ stores: TillStores, _ login: ShopLogin) async throws {
        self.kind = kind
        self.stores = stores
        self.login = login
        site = try await stores.signIn(login).site
    }

    /// Runs a shop and a till for it, and closes the shop behind them.
    static func run(on kind: ContractShop, _ work: (ContractTill) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "till-contract-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var environment = Environment.live
        environment.now = { ContractShop.time }
        let storage = try StorageManager.inMemory { ContractShop.time }
        let shop = try OpenShop(kind, in: folder, environment: environment) { site in
            try? storage.read { try RememberedShop.all(in: $0) }.first { $0.site == site }?.address
        }
        defer { shop.close() }
        let stores = TillStores.withoutDevices(environment, storage, shop.networks, shop.networks)
        try await work(try await ContractTill(kind, stores, shop.login))
        #expect(shop.wasReachedAsMeant)
    }

    /// The names of the actions of this type that were asked for.
    func performed(_ type: String) -> Set<String> { performed.withLock { $0[type] ?? [] } }

    // MARK: Asking

    func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value {
        try await stores.manager.ask { [self] reply in
            let action = make(reply)
            note(action)
            return action
        }
    }

    /// What the shop has answered now: nothing that was kept, and without a failure.
    func load<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Cached<Value>>) -> Asked, at place: SourceLocation = #_sourceLocation
    ) async throws(Failure) -> Value {
        let answer = try await ask(make)
        #expect(answer.failure == nil && answer.asOf == ContractShop.time, sourceLocation: place)
        return answer.value
    }

    /// The code of the failure; nil when there is none.
    func refusal<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) async -> String? {
        do throws(Failure) {
            _ = try await ask(make)
            return nil
        } catch { return error.code }
    }

    private func note(_ action: some Action) {
        guard let name = Mirror(reflecting: action).children.first?.label else { return }
        performed.withLock { _ = $0[String(describing: type(of: action)), default: []].insert(name) }
    }
}

extension TillStores {
    /// A till that speaks to shops and to nothing else.
    static func withoutDevices(
        _ environment: Environment, _ storage: any StorageManagerType, _ networks: any SiteNetworks,
        _ connector: (any ShopConnector)? = nil
    ) -> TillStores {
        TillStores(
            StoresComposition(
                environment: environment, storage: storage, locks: ProcessDeviceLocks(), networks: networks,
                connector: connector, readers: NoDevices(), printers: NoDevices(),
                renderer: ReceiptRenderer { _ in NoPaper() },
                merchantProfile: MerchantProfile(
                    merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), footer: { _ in [] },
                    utcOffset: { _ in 3600 })))
    }
}

/// The devices of a till without any.
private struct NoDevices: CardReaderService, ReceiptPrinterService {
    private let failure = Failure(LineFailure.notFound, "There is no such line.", recovery: .askOperator)

    func discover() -> [DeviceIdentity] { [] }
    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal { throw failure }
    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter { throw failure }
}

/// Paper of a till without a printer.
private struct NoPaper: LinesEncoder {
    let columns = 48
    func encode(_ receipt: LaidOutReceipt) -> EncodedLines { EncodedLines(data: [], replaced: []) }
    func recovery(lacking bytes: Int) -> [UInt8] { [] }
}
