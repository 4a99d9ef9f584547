import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Stores

/// A till that is signed in at a scripted shop.
struct ShopTill {
    let counter: Counter
    let shop = ScriptedShop()
    let stores: TillStores
    var world: VirtualWorld { counter.world }

    init(over storage: (Counter) -> (any StorageManagerType)? = { _ in nil }) throws {
        counter = try Counter()
        stores = try counter.start(over: storage(counter), networks: FixedNetworks([.embedded: shop]))
        shop.forgetRequests()
    }

    func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value {
        try counter.ask(stores, make)
    }

    /// The code of the failure; nil when there is none.
    func failure<Asked: Action, Value: Sendable>(
        _ value: Value.Type = Value.self, _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) -> String? {
        do throws(Failure) {
            let _: Value = try ask(make)
            return nil
        } catch { return error.code }
    }

    func signOut() throws {
        let stores = stores
        try world.finish { () async throws(Failure) in try await stores.logout() }
    }

    /// What is cached under this name.
    func cached(_ resource: String, _ key: String) throws -> CachedDocument? {
        try counter.storage.read { try $0.cached(resource, key: key, site: .embedded) }
    }

    /// The last request as its path and query.
    var lastQuery: [String: String] { shop.requests.last?.query ?? [:] }

    func body(of request: Request) throws -> JSONValue { try JSONValue(parsing: request.body ?? Data()) }
}
