import Flow
import Model
import Networking
import Payments

/// What the stores of a session have of their shop.
struct ShopSession: Sendable {
    let network: any Network
    let site: SiteID
    /// The session's: signing out ends what runs in it.
    let environment: Environment
    let caches: ShopCaches
    /// That the shop does not answer: what one store has found out, the others need not wait for.
    var outage = ShopOutage()
    /// How long a caller waits who can be shown what is kept; nil for as long as the shop takes.
    var longestWait: Duration?

    /// The cache of one kind of the shop's things.
    ///
    /// - Parameter name: where the things are kept. Two stores that forget theirs apart have two names.
    func cache<Entity: ShopEntity>(
        of entity: Entity.Type = Entity.self, keptAs name: String = Entity.cachedAs
    ) -> ShopCache<Entity> {
        ShopCache(caches, site: site, environment: environment, keptAs: name, outage: outage, longestWait: longestWait)
    }

    /// The id by which the shop knows an order. Throws `order.notTold` for one that was made at this till and that the shop does not
    /// have yet, and `order.notFound` for one that was never made, or that the shop has refused.
    func shopID(of order: OrderID) throws(Failure) -> OrderID {
        let (id, isMade) = try caches.storage.reading { reader in
            (try reader.shopID(of: order, site: site), try reader.order(id: order, site: site) != nil)
        }
        if let id { return id }
        throw isMade ? .notTold(order) : NetworkError.notFound(nil, of: .order).failure
    }

    /// What the till remembers about the shop between starts.
    var memory: SiteMemory { SiteMemory(storage: caches.storage) }

    /// Remembers the id that the shop gives itself. What cannot be written now is written when the shop is asked again.
    func remember(storeID id: String?) {
        guard let id, (try? memory.load(.storeID, of: site, as: String.self)) != id else { return }
        try? memory.set(.storeID, of: site, to: id)
    }

    /// Forgets what the operator chose, when the session ends. Signing out forgets again what cannot be forgotten now.
    func forget(_ choice: SiteMemory.Entry) { try? memory.set(choice, of: site, to: String?.none) }
}
