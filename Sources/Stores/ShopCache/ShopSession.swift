import Flow
import Model
import Networking

/// What the stores of a session have of their shop.
struct ShopSession: Sendable {
    let network: any Network
    let site: SiteID
    /// The session's: signing out ends what runs in it.
    let environment: Environment
    let caches: ShopCaches

    /// The cache of one kind of the shop's things.
    func cache<Entity: ShopEntity>(of entity: Entity.Type = Entity.self) -> ShopCache<Entity> {
        ShopCache(caches, site: site, environment: environment)
    }
}
