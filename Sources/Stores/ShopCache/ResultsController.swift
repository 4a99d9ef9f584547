import Flow
import Foundation
import Model
import Networking

/// A live query: a list of the cache that an observer hears of again whenever it has become another. The observer sees this
/// list and nothing else of the till.
package struct ResultsController<Entity: ShopEntity>: Sendable {
    private let cache: ShopCache<Entity>
    private let query: ShopQuery

    init(_ cache: ShopCache<Entity>, _ query: ShopQuery) {
        self.cache = cache
        self.query = query
    }

    /// The list as it is cached now; nil if it was never loaded.
    package func listing() throws(Failure) -> Listing<Entity>? { try cache.kept(query)?.value }

    /// Calls `hear` with the list, now and after each change that makes it another one, until the subscription is cancelled.
    package func observe(_ hear: @escaping @Sendable (Listing<Entity>?) -> Void) -> Subscription {
        let last = LastListing<Entity>()
        let (cache, query) = (cache, query)
        let place = cache.place
        return cache.caches.branch.reading { $0.changes(of: place) }.distinct().subscribe { _ in
            _ = cache.environment.spawn("read a live list") {
                guard let listing = try? cache.kept(query)?.value else { return last.tell(nil, hear) }
                last.tell(listing, hear)
            }
        }
    }
}
