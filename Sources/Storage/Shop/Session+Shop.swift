import Foundation
import GRDB
import Model

extension Session {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder? {
        let wanted = "SELECT rowid AS row_id, * FROM shop_orders WHERE order_id = ?"
        guard let row = try row(of: "shop_orders", wanted, [id.rawValue]) else { return nil }
        return try ShopOrder(row)
    }

    func shopOrders() throws(StorageError) -> [ShopOrder] {
        try rows(of: "shop_orders", "SELECT rowid AS row_id, * FROM shop_orders ORDER BY order_id DESC")
            .map { row throws(StorageError) in try ShopOrder(row) }
    }

    func newestShopOrder() throws(StorageError) -> OrderID? {
        let newest = try row(of: "shop_orders", "SELECT max(order_id) AS newest FROM shop_orders")
        return try newest?.optionalNumber("newest").map(OrderID.init(rawValue:))
    }

    func seedShopOrders(_ orders: [ShopOrder]) throws(StorageError) {
        for order in orders where try shopOrder(id: order.id) == nil {
            try save(order)
        }
    }

    func save(_ order: ShopOrder) throws(StorageError) {
        guard (try? JSONSerialization.jsonObject(with: order.body)) is [String: Any] else {
            throw .corrupt(reason: "the body of shop order \(order.id) is no JSON object")
        }
        try attempt {
            try execute(
                """
                INSERT INTO shop_orders (order_id, status, body) VALUES (?, ?, ?)
                ON CONFLICT (order_id) DO UPDATE SET status = excluded.status, body = excluded.body
                """, [order.id.rawValue, order.status.rawValue, order.body])
        }
    }

    func markShopOrderPaid(
        id: OrderID, payment: PaymentID, transactionID: String, method: ShopPaymentMethod, at time: Date
    ) throws(StorageError) {
        guard try shopOrder(id: id) != nil else { throw .missing("order \(id) in the embedded shop") }
        try attempt {
            try execute(
                """
                UPDATE shop_orders SET status = 'processing', body = CAST(json_set(CAST(body AS TEXT),
                    '$.status', 'processing', '$.needs_payment', json('false'), '$.is_editable', json('false'),
                    '$.date_paid', :time, '$.date_paid_gmt', :time, '$.date_modified', :time, '$.date_modified_gmt', :time,
                    '$.transaction_id', :transaction, '$.payment_method', :method, '$.payment_method_title', :title,
                    '$.meta_data', json_insert(coalesce(json_extract(CAST(body AS TEXT), '$.meta_data'), json('[]')),
                        '$[#]', json_object('id', 0, 'key', '_till_payment', 'value', :payment))) AS BLOB)
                WHERE order_id = :id AND json_extract(CAST(body AS TEXT), '$.transaction_id') IS NOT :transaction
                """,
                [
                    "id": id.rawValue, "time": ShopTime.text(time), "transaction": transactionID, "method": method.id,
                    "title": method.title, "payment": payment.rawValue,
                ])
        }
    }
}

/// A time as WooCommerce writes it: UTC here, to the second, without a zone.
enum ShopTime {
    static func text(_ time: Date) -> String {
        String(time.asStored.formatted(.iso8601).dropLast())
    }
}

extension ShopOrder {
    fileprivate init(_ row: StoredRow) throws(StorageError) {
        self.init(
            id: OrderID(rawValue: try row.number("order_id")),
            status: OrderStatus(rawValue: try row.text("status")), body: try row.bytes("body"))
    }
}
