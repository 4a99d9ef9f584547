import Flow
import Foundation
import Model
import Networking
import Storage

@testable import Stores

/// What a store of a shop needs, without the rest of the till.
struct StoreBench {
    let world = VirtualWorld(seed: 1)
    let shop = ScriptedShop()
    let session: ShopSession

    init() throws {
        let world = world
        session = ShopSession(
            network: shop, site: SiteID(rawValue: 7), environment: world.environment,
            caches: ShopCaches(
                storage: try StorageManager.inMemory { world.now }, root: StateStore.till(in: world.environment)))
    }

    /// Asks while the shop is away.
    func askOffline<S: Store, Value: Sendable>(
        _ store: S, _ make: (Reply<Value>) -> S.Handled
    ) throws -> Value {
        shop.isAway()
        defer { shop.isAway(false) }
        return try store.ask(in: world, make)
    }
}
