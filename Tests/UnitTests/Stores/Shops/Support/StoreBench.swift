import Flow
import Foundation
import Model
import Networking
import Storage
import StorageInMemory

@testable import Stores

/// What a store of a shop needs, without the rest of the till.
struct StoreBench {
    let world = VirtualWorld(seed: 1)
    let shop = ScriptedShop()
    let session: ShopSession
    let root: StateStore<TillState, TillEvent>

    init() throws {
        let world = world
        root = StateStore.till(in: world.environment)
        session = ShopSession(
            network: shop, site: SiteID(rawValue: 7), environment: world.environment,
            caches: ShopCaches(storage: try StorageManager.inMemory { world.now }, root: root))
    }

    /// What tells the shop. A bench without it tells nothing.
    func outbox() -> OutboxStore {
        OutboxStore(
            environment: world.environment, storage: session.caches.storage, locks: ProcessDeviceLocks(),
            networks: FixedNetworks([session.site: shop]), root: root)
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
