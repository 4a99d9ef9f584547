import Foundation
import Model

/// The queries of what is cached of the shops. A cache may be dropped at any time; nothing about money is in it.
package protocol CacheReading {
    func cached(_ resource: String, key: String, site: SiteID) throws(StorageError) -> CachedDocument?
    /// The document with this number or code; of several the one that was cached last.
    func cached(_ resource: String, named name: String, site: SiteID) throws(StorageError) -> CachedDocument?
    /// The cached ones of these documents, in the order of the keys.
    func cached(_ resource: String, keys: [String], site: SiteID) throws(StorageError) -> [CachedDocument]
    func cachedList(_ resource: String, query: String, site: SiteID) throws(StorageError) -> CachedList?
    /// The documents whose search text contains the text, ignoring case and accents; those cached last come first.
    func searchCache(
        _ text: String, resource: String, site: SiteID, limit: Int
    ) throws(StorageError) -> [CachedDocument]
    /// How many of the `limit` documents that were cached first were fetched before a time.
    func cachedCount(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
}
