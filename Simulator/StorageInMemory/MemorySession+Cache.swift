import Foundation
import Model
import Storage

extension MemorySession {
    func cached(_ resource: String, key: String, site: SiteID) -> CachedDocument? {
        tables.cache[place(resource, key, site)]
    }

    func cached(_ resource: String, named name: String, site: SiteID) -> CachedDocument? {
        tables.cache.documents(resource, site: site).first { $0.name == name }
    }

    func cached(_ resource: String, keys: [String], site: SiteID) -> [CachedDocument] {
        keys.compactMap { cached(resource, key: $0, site: site) }
    }

    func cachedList(_ resource: String, query: String, site: SiteID) -> CachedList? {
        tables.cache.list(place(resource, query, site))
    }

    func searchCache(_ text: String, resource: String, site: SiteID, limit: Int) -> [CachedDocument] {
        let wanted = SearchText.folded(text)
        let found = tables.cache.documents(resource, site: site)
            .filter { !$0.searchText.isEmpty && (wanted.isEmpty || $0.searchText.contains(wanted)) }
        return Array(found.prefix(max(0, limit)))
    }

    func cachedCount(fetchedBefore time: Date, amongOldest limit: Int) -> Int {
        tables.cache.old(fetchedBefore: time, limit).count
    }

    func cache(_ documents: [CachedDocument]) {
        for document in documents { tables.cache.store(document) }
    }

    func replace(_ list: CachedList, documents: [CachedDocument], isOfAll: Bool) {
        if isOfAll, list.isWhole,
            let before = cachedList(list.resource, query: list.query, site: list.site), before.isWhole
        {
            for key in Set(before.keys).subtracting(list.keys) { uncache(list.resource, key: key, site: list.site) }
        }
        cache(documents)
        tables.cache.store(list)
    }

    func uncache(_ resource: String, key: String, site: SiteID) {
        tables.cache.remove(place(resource, key, site))
        tables.cache.removeFromLists(place(resource, key, site))
    }

    func forgetLists(_ resource: String, site: SiteID) { tables.cache.forgetLists(resource, site: site) }

    func dropCache(_ resource: String, site: SiteID) { tables.cache.drop(resource, site: site) }

    func dropCache(fetchedBefore time: Date, amongOldest limit: Int) -> Int {
        let dropped = tables.cache.old(fetchedBefore: time, limit)
        for place in dropped { tables.cache.remove(place) }
        return dropped.count
    }

    private func place(_ resource: String, _ key: String, _ site: SiteID) -> MemoryCache.Place {
        MemoryCache.Place(site: site, resource: resource, key: key)
    }
}
