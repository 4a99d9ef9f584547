import Flow
import Foundation
import Model

/// What is being loaded from the shops, and how often what is cached has changed: a branch of the till's state.
package struct ShopCacheState: Hashable, Codable, Sendable {
    /// One of a shop's resources.
    package struct Place: Hashable, Codable, Sendable {
        package let site: SiteID
        package let resource: String
    }

    /// A single thing or a list.
    package struct Wanted: Hashable, Codable, Sendable {
        package let place: Place
        /// The key of a thing, or the text of a query.
        package let key: String
    }

    /// What was loaded: how many things.
    typealias Loads = CachedQueries<Wanted, Int>

    private var loads = Loads()
    private var changes: [Place: Int] = [:]

    /// The last loading of something, whether it succeeded, and when.
    package subscript(wanted: Wanted) -> LoadingState<Int> { loads[wanted] }

    /// How often the cached things of a resource have changed.
    package func changes(of place: Place) -> Int { changes[place] ?? 0 }

    mutating func reduce(_ event: ShopCacheEvent) {
        switch event {
        case .lookup(let event): loads.reduce(event)
        case .changed(let place): changes[place, default: 0] += 1
        }
    }
}

/// Events about what is cached of the shops.
enum ShopCacheEvent: Hashable, Codable, Sendable {
    case lookup(LookupEvent<ShopCacheState.Wanted, Int>)
    /// The cached things or lists of a resource are others than before.
    case changed(ShopCacheState.Place)
}
