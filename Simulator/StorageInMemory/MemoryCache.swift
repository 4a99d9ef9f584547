import Foundation
import Model
import Storage

/// The documents and lists of `shop_cache` and `shop_lists`.
struct MemoryCache: Sendable {
    struct Place: Hashable, Sendable {
        let site: SiteID
        let resource: String
        /// The key of a document, or the query of a list.
        let key: String
    }

    /// A document with its position in the order of first caching.
    private struct Row: Sendable {
        let position: Int
        let document: CachedDocument
    }

    private var rows: [Place: Row] = [:]
    private var lists: [Place: CachedList] = [:]

    subscript(place: Place) -> CachedDocument? { rows[place]?.document }

    func list(_ place: Place) -> CachedList? { lists[place] }

    /// The documents of a kind, those that were cached last first.
    func documents(_ resource: String, site: SiteID) -> [CachedDocument] {
        rows.filter { $0.key.site == site && $0.key.resource == resource }.values
            .sorted { $0.position > $1.position }.map(\.document)
    }

    func old(fetchedBefore time: Date, _ limit: Int) -> [Place] {
        rows.sorted { $0.value.position < $1.value.position }.prefix(max(0, limit))
            .filter { $0.value.document.fetchedAt < time }.map(\.key)
    }

    mutating func store(_ document: CachedDocument) {
        let place = Place(site: document.site, resource: document.resource, key: document.key)
        let stored = CachedDocument(
            site: document.site, resource: document.resource, key: document.key, name: document.name,
            body: document.body, searchText: SearchText.folded(document.searchText),
            fetchedAt: document.fetchedAt.asStored)
        // SQLite numbers a new row behind the last one that is there.
        let position = rows[place]?.position ?? (rows.values.map(\.position).max() ?? 0) + 1
        rows[place] = Row(position: position, document: stored)
    }

    mutating func store(_ list: CachedList) {
        lists[Place(site: list.site, resource: list.resource, key: list.query)] = CachedList(
            site: list.site, resource: list.resource, query: list.query, keys: list.keys, total: list.total,
            isWhole: list.isWhole, fetchedAt: list.fetchedAt.asStored)
    }

    mutating func remove(_ place: Place) { rows[place] = nil }

    /// Removes a key from the lists that name it.
    mutating func removeFromLists(_ place: Place) {
        for (name, list) in lists where name.site == place.site && name.resource == place.resource {
            guard list.keys.contains(place.key) else { continue }
            lists[name] = CachedList(
                site: list.site, resource: list.resource, query: list.query,
                keys: list.keys.filter { $0 != place.key }, total: list.total.map { max(0, $0 - 1) },
                isWhole: list.isWhole, fetchedAt: list.fetchedAt)
        }
    }

    mutating func forgetLists(_ resource: String, site: SiteID) {
        lists = lists.filter { $0.key.site != site || $0.key.resource != resource }
    }

    mutating func drop(_ resource: String, site: SiteID) {
        forgetLists(resource, site: site)
        rows = rows.filter { $0.key.site != site || $0.key.resource != resource }
    }
}
