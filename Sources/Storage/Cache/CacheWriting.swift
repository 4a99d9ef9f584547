import Foundation
import Model

/// Changes of what is cached of the shops.
package protocol CacheWriting {
    /// Stores documents, and replaces earlier versions of the same. Lists stay as they are.
    func cache(_ documents: [CachedDocument]) throws(StorageError)
    /// Replaces a list, and stores the documents that came with it. When both the earlier and the new list are whole, the
    /// shop no longer has what only the earlier one names, and these documents are removed if `isOfAll`, which says that the
    /// query leaves nothing out that once was in the list.
    func replace(_ list: CachedList, documents: [CachedDocument], isOfAll: Bool) throws(StorageError)
    /// Removes a document, and its key from all lists: the shop no longer has it.
    func uncache(_ resource: String, key: String, site: SiteID) throws(StorageError)
    /// Forgets the lists of a kind, because something changed that may change them. The documents stay.
    func forgetLists(_ resource: String, site: SiteID) throws(StorageError)
    /// Removes all documents and lists of one kind of one site.
    func dropCache(_ resource: String, site: SiteID) throws(StorageError)
    /// Removes the documents that `cachedCount` counts. Returns how many.
    @discardableResult
    func dropCache(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int
}
