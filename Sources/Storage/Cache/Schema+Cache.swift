extension Schema {
    /// Everything that the till knows of its shops, and the lists that it knows. The full-text indexes hold no text, only
    /// where which three characters occur; the number of a row in the index of orders is its site and its id in one.
    static let cache = """
        CREATE TABLE shop_cache (
            id INTEGER PRIMARY KEY NOT NULL,
            site INTEGER NOT NULL,
            resource TEXT NOT NULL,
            key TEXT NOT NULL,
            name TEXT,
            body BLOB NOT NULL,
            search_text TEXT NOT NULL,
            fetched_at INTEGER NOT NULL,
            UNIQUE (site, resource, key)
        ) STRICT;
        CREATE INDEX shop_cache_by_name ON shop_cache (site, resource, name) WHERE name IS NOT NULL;
        CREATE TABLE shop_lists (
            id INTEGER PRIMARY KEY NOT NULL,
            site INTEGER NOT NULL,
            resource TEXT NOT NULL,
            query TEXT NOT NULL,
            keys TEXT NOT NULL,
            total INTEGER,
            is_whole INTEGER NOT NULL,
            fetched_at INTEGER NOT NULL,
            UNIQUE (site, resource, query)
        ) STRICT;
        \(index("shop_cache_texts", of: "shop_cache", row: { "\($0).id" }, when: { "\($0).search_text <> ''" }))

        ALTER TABLE orders ADD COLUMN number TEXT;
        UPDATE orders SET number = json_extract(document, '$.number') WHERE json_valid(document);
        CREATE INDEX orders_by_number ON orders (site, number) WHERE number IS NOT NULL;
        CREATE TABLE local_orders (
            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            site INTEGER NOT NULL,
            request TEXT NOT NULL UNIQUE,
            shop_id INTEGER,
            UNIQUE (site, shop_id)
        ) STRICT;
        \(index("order_texts", of: "orders", row: { "\($0).site * \(sitesOrders) + \($0).order_id" }, when: {
            "\($0).order_id BETWEEN 0 AND \(sitesOrders - 1) AND \($0).site BETWEEN 0 AND \(mostSites)"
        }))
        """

    /// Orders of one site in the index. Orders with larger ids, which no shop has, are not found by their text.
    static let sitesOrders: Int64 = 1 << 44
    static let mostSites: Int64 = 1 << 18

    /// A full-text index of a table's `search_text`, and the triggers that keep it. One trigger removes the old text and then
    /// adds the new one, because the order of two triggers is not defined, and both texts may have characters in common.
    private static func index(
        _ index: String, of table: String, row: (String) -> String, when: (String) -> String
    ) -> String {
        """
        CREATE VIRTUAL TABLE \(index) USING fts5
            (text, content = '', columnsize = 0, detail = none, tokenize = 'trigram');
        INSERT INTO \(index) (rowid, text) SELECT \(row(table)), search_text FROM \(table) WHERE \(when(table));
        CREATE TRIGGER \(index)_added AFTER INSERT ON \(table) WHEN \(when("NEW")) BEGIN
            INSERT INTO \(index) (rowid, text) VALUES (\(row("NEW")), NEW.search_text);
        END;
        CREATE TRIGGER \(index)_removed AFTER DELETE ON \(table) WHEN \(when("OLD")) BEGIN
            INSERT INTO \(index) (\(index), rowid, text) VALUES ('delete', \(row("OLD")), OLD.search_text);
        END;
        CREATE TRIGGER \(index)_changed AFTER UPDATE OF search_text ON \(table) WHEN NEW.search_text <> OLD.search_text
        BEGIN
            INSERT INTO \(index) (\(index), rowid, text)
                SELECT 'delete', \(row("OLD")), OLD.search_text WHERE \(when("OLD"));
            INSERT INTO \(index) (rowid, text) SELECT \(row("NEW")), NEW.search_text WHERE \(when("NEW"));
        END;
        """
    }
}
