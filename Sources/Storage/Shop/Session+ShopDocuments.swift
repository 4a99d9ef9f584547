import Foundation
import GRDB
import Model

extension Session {
    func shopDocument(_ collection: ShopCollection, id: Int64) throws(StorageError) -> ShopDocument? {
        try row(
            of: "shop_documents",
            "SELECT rowid AS row_id, * FROM shop_documents WHERE resource = ? AND id = ?", [collection.rawValue, id]
        ).map { row throws(StorageError) in try ShopDocument(row, collection) }
    }

    func shopDocuments(_ collection: ShopCollection, of parent: Int64?) throws(StorageError) -> [ShopDocument] {
        let rows =
            if let parent {
                try rows(
                    of: "shop_documents",
                    "SELECT rowid AS row_id, * FROM shop_documents WHERE resource = ? AND parent = ? ORDER BY id",
                    [collection.rawValue, parent])
            } else {
                try rows(
                    of: "shop_documents",
                    "SELECT rowid AS row_id, * FROM shop_documents WHERE resource = ? ORDER BY id",
                    [collection.rawValue])
            }
        return try rows.map { row throws(StorageError) in try ShopDocument(row, collection) }
    }

    func save(_ document: ShopDocument) throws(StorageError) {
        guard document.isRemoved || (try? JSONSerialization.jsonObject(with: document.body)) is [String: Any] else {
            throw .corrupt(
                reason: Sentence("detail.storage.noObject", ["kind": document.collection.rawValue, "id": document.id]))
        }
        try attempt {
            try execute(
                """
                INSERT INTO shop_documents (resource, id, parent, body) VALUES (?, ?, ?, ?)
                ON CONFLICT (resource, id) DO UPDATE SET parent = excluded.parent, body = excluded.body
                """, [document.collection.rawValue, document.id, document.parent, document.body])
        }
    }

    func removeShopOrder(id: OrderID) throws(StorageError) {
        try attempt { try execute("DELETE FROM shop_orders WHERE order_id = ?", [id.rawValue]) }
    }
}

extension ShopDocument {
    fileprivate init(_ row: StoredRow, _ collection: ShopCollection) throws(StorageError) {
        self.init(
            collection: collection, id: try row.number("id"), parent: try row.number("parent"),
            body: try row.bytes("body"))
    }
}
