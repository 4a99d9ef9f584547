import Foundation
import GRDB
import Model

extension Session {
    func cached(_ resource: String, key: String, site: SiteID) throws(StorageError) -> CachedDocument? {
        try documents("site = ? AND resource = ? AND key = ?", [site.rawValue, resource, key]).first
    }

    func cached(_ resource: String, named name: String, site: SiteID) throws(StorageError) -> CachedDocument? {
        try documents(
            "site = ? AND resource = ? AND name = ? ORDER BY id DESC LIMIT 1", [site.rawValue, resource, name]
        ).first
    }

    func cached(_ resource: String, keys: [String], site: SiteID) throws(StorageError) -> [CachedDocument] {
        var found: [CachedDocument] = []
        for key in keys {
            if let document = try cached(resource, key: key, site: site) { found.append(document) }
        }
        return found
    }

    func cachedList(_ resource: String, query: String, site: SiteID) throws(StorageError) -> CachedList? {
        let found = try row(
            of: "shop_lists",
            """
            SELECT id AS row_id, keys, total, is_whole, fetched_at FROM shop_lists
            WHERE site = ? AND resource = ? AND query = ?
            """, [site.rawValue, resource, query])
        guard let found else { return nil }
        return CachedList(
            site: site, resource: resource, query: query, keys: try found.json("keys", as: [String].self),
            total: try found.optionalCount("total"), isWhole: try found.flag("is_whole"),
            fetchedAt: try found.date("fetched_at"))
    }

    func searchCache(
        _ text: String, resource: String, site: SiteID, limit: Int
    ) throws(StorageError) -> [CachedDocument] {
        let folded = SearchText.folded(text)
        let condition = "site = ? AND resource = ? AND search_text <> '' AND instr(search_text, ?) > 0"
        guard let query = Trigrams.query(folded) else {
            return try documents(
                "\(condition) ORDER BY id DESC LIMIT ?", [site.rawValue, resource, folded, max(0, limit)])
        }
        return try documents(
            from: "shop_cache_texts CROSS JOIN shop_cache ON id = shop_cache_texts.rowid",
            "shop_cache_texts MATCH ? AND \(condition) ORDER BY shop_cache_texts.rowid DESC LIMIT ?",
            [query, site.rawValue, resource, folded, max(0, limit)])
    }

    private func documents(
        from source: String = "shop_cache", _ condition: String, _ arguments: StatementArguments
    ) throws(StorageError) -> [CachedDocument] {
        try rows(
            of: "shop_cache",
            """
            SELECT id AS row_id, site, resource, key, name, body, search_text, fetched_at FROM \(source)
            WHERE \(condition)
            """, arguments
        ).map { row throws(StorageError) in try CachedDocument(row) }
    }

    func cachedCount(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int {
        try oldDocuments(fetchedBefore: time, limit).count
    }

    private func oldDocuments(fetchedBefore time: Date, _ limit: Int) throws(StorageError) -> [Int64] {
        try rows(
            of: "shop_cache",
            """
            SELECT id AS row_id FROM (SELECT id, fetched_at FROM shop_cache ORDER BY id LIMIT ?) WHERE fetched_at < ?
            """, [max(0, limit), time.milliseconds]
        ).map { row throws(StorageError) in try row.number("row_id") }
    }
}

// MARK: - Changes

extension Session {
    func cache(_ documents: [CachedDocument]) throws(StorageError) {
        try attempt {
            for document in documents {
                try execute(
                    """
                    INSERT INTO shop_cache (site, resource, key, name, body, search_text, fetched_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (site, resource, key) DO UPDATE SET name = excluded.name, body = excluded.body,
                        search_text = excluded.search_text, fetched_at = excluded.fetched_at
                    """,
                    [
                        document.site.rawValue, document.resource, document.key, document.name, document.body,
                        SearchText.folded(document.searchText), document.fetchedAt.milliseconds,
                    ])
            }
        }
    }

    func replace(_ list: CachedList, documents: [CachedDocument], isOfAll: Bool) throws(StorageError) {
        if isOfAll, list.isWhole,
            let before = try cachedList(list.resource, query: list.query, site: list.site), before.isWhole
        {
            for key in Set(before.keys).subtracting(list.keys).sorted() {
                try uncache(list.resource, key: key, site: list.site)
            }
        }
        try cache(documents)
        try attempt {
            try execute(
                """
                INSERT INTO shop_lists (site, resource, query, keys, total, is_whole, fetched_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (site, resource, query) DO UPDATE SET keys = excluded.keys, total = excluded.total,
                    is_whole = excluded.is_whole, fetched_at = excluded.fetched_at
                """,
                [
                    list.site.rawValue, list.resource, list.query, try StoredJSON.text(list.keys), list.total,
                    list.isWhole, list.fetchedAt.milliseconds,
                ])
        }
    }

    func uncache(_ resource: String, key: String, site: SiteID) throws(StorageError) {
        try attempt {
            try execute(
                "DELETE FROM shop_cache WHERE site = ? AND resource = ? AND key = ?", [site.rawValue, resource, key])
            try execute(
                """
                UPDATE shop_lists SET total = CASE WHEN total > 0 THEN total - 1 ELSE total END,
                    keys = (SELECT json_group_array(value) FROM
                        (SELECT value FROM json_each(shop_lists.keys) WHERE value <> ?1 ORDER BY key))
                WHERE site = ?2 AND resource = ?3 AND EXISTS (SELECT 1 FROM json_each(keys) WHERE value = ?1)
                """, [key, site.rawValue, resource])
        }
    }

    func forgetLists(_ resource: String, site: SiteID) throws(StorageError) {
        try attempt {
            try execute("DELETE FROM shop_lists WHERE site = ? AND resource = ?", [site.rawValue, resource])
        }
    }

    func dropCache(_ resource: String, site: SiteID) throws(StorageError) {
        try attempt {
            try execute("DELETE FROM shop_lists WHERE site = ? AND resource = ?", [site.rawValue, resource])
            try execute("DELETE FROM shop_cache WHERE site = ? AND resource = ?", [site.rawValue, resource])
        }
    }

    func dropCache(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int {
        let dropped = try oldDocuments(fetchedBefore: time, limit)
        return try attempt {
            for row in dropped { try execute("DELETE FROM shop_cache WHERE id = ?", [row]) }
            return dropped.count
        }
    }
}

extension CachedDocument {
    fileprivate init(_ row: StoredRow) throws(StorageError) {
        self.init(
            site: SiteID(rawValue: try row.number("site")), resource: try row.text("resource"),
            key: try row.text("key"), name: try row.optionalText("name"), body: try row.bytes("body"),
            searchText: try row.text("search_text"), fetchedAt: try row.date("fetched_at"))
    }
}
