import Flow
import Foundation
import Model
import Networking
import Payments
import Storage
import Stores
import Synchronization

/// A shop that knows one exchange, and remembers what it was asked.
final class RecordedShop: Network {
    private let recording: RecordedExchange
    /// The answer to other methods of the same path, which are asked before.
    private let before: Response?
    private let asked = Mutex<[Request]>([])

    init(_ recording: RecordedExchange, before: RecordedExchange? = nil) {
        self.recording = recording
        self.before = before?.response
    }

    /// The requests of the recording's kind.
    var requests: [Request] {
        asked.withLock { $0 }.filter { $0.method.rawValue == recording.method && $0.path == recording.path }
    }

    func response(for request: Request) async throws(NetworkError) -> Response {
        asked.withLock { $0.append(request) }
        let isOfMethod = request.method.rawValue == recording.method
        if request.path == recording.path, isOfMethod { return recording.response }
        if request.path == recording.path, let before { return before }
        if request.path == recording.path, recording.method != "POST" { return recording.response }
        if request.path.hasPrefix("\(recording.path)/") { return recording.response }
        guard request.path.hasPrefix("wc-analytics") else { return Response(status: 200, body: Data("[]".utf8)) }
        return Response(status: 404, body: Data(#"{"code":"rest_no_route","message":"No route."}"#.utf8))
    }
}

/// A till that is signed in at a recorded shop.
struct RecordedTill: Sendable {
    let shop: RecordedShop
    private let stores: TillStores
    private static let site = SiteID(rawValue: 7)

    init(_ shop: RecordedShop) async throws {
        self.shop = shop
        var environment = Environment.live
        environment.now = { ContractShop.time }
        stores = TillStores.withoutDevices(
            environment, try StorageManager.inMemory { ContractShop.time }, FixedNetworks([Self.site: shop]))
        _ = try await stores.signIn(Account(name: "anna", site: Self.site, since: nil))
    }

    var orders: OrdersRemote { OrdersRemote(network: shop, site: Self.site) }

    func ask<Asked: Action, Value: Sendable>(
        _ make: @Sendable (Reply<Value>) -> Asked
    ) async throws(Failure) {
        _ = try await stores.manager.ask(make)
    }
}
