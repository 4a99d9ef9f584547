import Foundation
import GRDB
import Model

extension Session {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder? {
        let wanted = "SELECT rowid AS row_id, * FROM shop_orders WHERE order_id = ?"
        guard let row = try row(of: "shop_orders", wanted, [id.rawValue]) else { return nil }
        return try ShopOrder(row)
    }

    func shopOrders(_ wanted: ShopOrderQuery) throws(StorageError) -> (orders: [ShopOrder], total: Int) {
        if let ids = wanted.ids { return try shopOrders(ids, wanted) }
        if let search = wanted.search { return try shopOrders(matching: SearchText.folded(search), wanted) }
        guard let statuses = wanted.statuses else {
            let orders = try shopOrders("ORDER BY order_id DESC LIMIT ? OFFSET ?", [wanted.limit, wanted.offset])
            return (orders, try count(of: "SELECT coalesce(sum(count), 0) AS total FROM shop_order_counts"))
        }
        var (orders, total) = ([ShopOrder](), 0)
        let most = wanted.offset.addingReportingOverflow(wanted.limit)
        for status in statuses {
            orders += try shopOrders(
                "WHERE status = ? ORDER BY order_id DESC LIMIT ?",
                [status.rawValue, most.overflow ? Int.max : most.partialValue])
            total += try count(
                of: "SELECT coalesce(sum(count), 0) AS total FROM shop_order_counts WHERE status = ?",
                [status.rawValue])
        }
        orders.sort { $0.id.rawValue > $1.id.rawValue }
        return (Array(orders.dropFirst(wanted.offset).prefix(wanted.limit)), total)
    }

    private func shopOrders(
        _ ids: Set<OrderID>, _ wanted: ShopOrderQuery
    ) throws(StorageError) -> (orders: [ShopOrder], total: Int) {
        var found: [ShopOrder] = []
        for id in ids.sorted(by: { $0.rawValue > $1.rawValue }) {
            guard let order = try shopOrder(id: id), wanted.statuses?.contains(order.status) ?? true else { continue }
            found.append(order)
        }
        return (Array(found.dropFirst(wanted.offset).prefix(wanted.limit)), found.count)
    }

    /// Reads the search text of every order, but the bodies of the wanted ones only.
    private func shopOrders(
        matching text: String, _ wanted: ShopOrderQuery
    ) throws(StorageError) -> (orders: [ShopOrder], total: Int) {
        let statuses = wanted.statuses.map { ",\($0.map(\.rawValue).joined(separator: ","))," }
        let matches = """
            FROM shop_order_texts AS texts CROSS JOIN shop_orders USING (order_id)
            WHERE instr(texts.text, ?) > 0 AND (? IS NULL OR instr(?, ',' || shop_orders.status || ',') > 0)
            """
        let orders = try rows(
            of: "shop_orders",
            "SELECT shop_orders.rowid AS row_id, shop_orders.* \(matches) ORDER BY texts.order_id DESC LIMIT ? OFFSET ?",
            [text, statuses, statuses, wanted.limit, wanted.offset]
        ).map { row throws(StorageError) in try ShopOrder(row) }
        // A page that is not full is the last one, so the total is known.
        if orders.count < wanted.limit, !orders.isEmpty || wanted.offset == 0 {
            return (orders, wanted.offset + orders.count)
        }
        return (orders, try count(of: "SELECT count(*) AS total \(matches)", [text, statuses, statuses]))
    }

    private func shopOrders(_ clause: String, _ arguments: StatementArguments) throws(StorageError) -> [ShopOrder] {
        try rows(of: "shop_orders", "SELECT rowid AS row_id, * FROM shop_orders \(clause)", arguments)
            .map { row throws(StorageError) in try ShopOrder(row) }
    }

    private func count(of statement: String, _ arguments: StatementArguments = []) throws(StorageError) -> Int {
        try row(of: "shop_orders", statement, arguments)?.count("total") ?? 0
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
            throw .corrupt(reason: Sentence("detail.storage.shopOrder", ["order": order.id]))
        }
        try attempt {
            try execute(
                """
                INSERT INTO shop_orders (order_id, status, body) VALUES (?, ?, ?)
                ON CONFLICT (order_id) DO UPDATE SET status = excluded.status, body = excluded.body
                """, [order.id.rawValue, order.status.rawValue, order.body])
            try execute(
                """
                INSERT INTO shop_order_texts (order_id, text) VALUES (?, ?)
                ON CONFLICT (order_id) DO UPDATE SET text = excluded.text
                """, [order.id.rawValue, order.searchText])
        }
    }

    func markShopOrderPaid(
        id: OrderID, payment: PaymentID, transactionID: String, method: ShopPaymentMethod, at time: Date
    ) throws(StorageError) {
        guard try shopOrder(id: id) != nil else { throw .missing(.order, id: "\(id)") }
        try attempt {
            try execute(
                """
                UPDATE shop_orders SET status = \(Self.paidStatus), body = CAST(json_set(CAST(body AS TEXT),
                    '$.status', \(Self.paidStatus), '$.needs_payment', json('false'), '$.is_editable', json('false'),
                    '$.date_paid', :time, '$.date_paid_gmt', :time, '$.date_modified', :time, '$.date_modified_gmt', :time,
                    '$.transaction_id', :transaction, '$.payment_method', :method, '$.payment_method_title', :title,
                    '$.meta_data', json_insert(
                        (SELECT json_group_array(json(value)) \(Self.meta) IS NOT '_till_payment'),
                        '$[#]', json_object('id', 0, 'key', '_till_payment', 'value', :payment))) AS BLOB)
                WHERE order_id = :id AND (json_extract(CAST(body AS TEXT), '$.transaction_id') IS NOT :transaction
                    OR NOT EXISTS (
                        SELECT 1 \(Self.meta) = '_till_payment' AND json_extract(value, '$.value') = :payment))
                """,
                [
                    "id": id.rawValue, "time": ShopTime.text(time), "transaction": transactionID, "method": method.id,
                    "title": method.title, "payment": payment.rawValue,
                ])
        }
    }

    /// An order that was completed stays so when another payment pays it.
    private static let paidStatus = "iif(shop_orders.status = 'completed', 'completed', 'processing')"
    private static let meta =
        "FROM json_each(CAST(body AS TEXT), '$.meta_data') WHERE json_extract(value, '$.key')"
}

/// A time in the format of WooCommerce: UTC, to the second, without a zone.
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
