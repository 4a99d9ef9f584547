import Foundation
import GRDB
import Model

extension Session {
    /// On one line: the statement is found in GRDB's cache by its text.
    static let byID = statement("WHERE orders.site = ? AND orders.order_id = ?")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")

    func order(id: OrderID, site: SiteID) throws(StorageError) -> CachedOrder? {
        try first(of: "orders", Self.byID, [site.rawValue, id.rawValue]) { row throws(StorageError) in
            try CachedOrder(row)
        }
    }

    func document(of order: OrderID, site: SiteID) throws(StorageError) -> String? {
        try first(of: "orders", Self.byID, [site.rawValue, order.rawValue]) { row throws(StorageError) in
            try row.text("document")
        }
    }

    func order(number: String, site: SiteID) throws(StorageError) -> OrderID? {
        // The sign keeps SQLite from reading all orders in their order instead of asking the index of numbers.
        let found = try row(
            of: "orders",
            "SELECT rowid AS row_id, order_id FROM orders WHERE site = ? AND number = ? ORDER BY +order_id DESC LIMIT 1",
            [site.rawValue, number])
        guard let found else { return nil }
        return OrderID(rawValue: try found.number("order_id"))
    }

    func orders(site: SiteID, status: OrderStatus?, limit: Int) throws(StorageError) -> [CachedOrder] {
        let limit = max(0, limit)
        let wanted = "coalesce(? = effective_status, 1)"
        let untold = try localOrders(site, status, "shop_id IS NULL AND \(wanted) ORDER BY local_orders.id DESC", limit)
        guard untold.count < limit else { return untold }
        let told = try localOrders(
            site, status, "shop_id IS NOT NULL AND \(wanted) ORDER BY local_orders.shop_id DESC", limit)
        let shops = try orders(
            "WHERE orders.site = ? AND orders.order_id >= 0 AND \(wanted) \(Self.newestFirst)",
            [site.rawValue, status?.rawValue, limit])
        var known: [(order: CachedOrder, id: Int64)] = shops.map { ($0, $0.order.id.rawValue) }
        for order in told { known.append((order, try shopID(of: order.order.id, site: site)?.rawValue ?? 0)) }
        known.sort { ($0.id, $0.order.order.id.rawValue) > ($1.id, $1.order.order.id.rawValue) }
        return untold + known.prefix(limit - untold.count).map(\.order)
    }

    /// Orders that were made at this till.
    private func localOrders(
        _ site: SiteID, _ status: OrderStatus?, _ clause: String, _ limit: Int
    ) throws(StorageError) -> [CachedOrder] {
        try orders(
            from: """
                local_orders CROSS JOIN orders
                ON orders.site = local_orders.site AND orders.order_id = -local_orders.id
                """,
            "WHERE local_orders.site = ? AND local_orders.\(clause) LIMIT ?",
            [site.rawValue, status?.rawValue, limit])
    }

    func searchOrders(_ text: String, site: SiteID, limit: Int) throws(StorageError) -> [CachedOrder] {
        let folded = SearchText.folded(text)
        let limit = max(0, limit)
        // The index has only orders that come from the shop.
        let local = try orders(
            """
            WHERE orders.site = ? AND \(Self.contains) AND orders.order_id < coalesce(
                (SELECT order_id FROM orders WHERE site = ? AND order_id < 0 ORDER BY order_id LIMIT 1 OFFSET ?), 0)
            ORDER BY orders.order_id LIMIT ?
            """, [site.rawValue, folded, site.rawValue, Self.scannedOrders, limit])
        guard local.count < limit else { return local }
        let left = limit - local.count
        guard let query = Trigrams.query(folded) else {
            return try local + newestOrders(containing: folded, site, left)
        }
        return try local + indexedOrders(query, containing: folded, site, left)
    }

    private static let contains = "instr(orders.search_text, ?) > 0"

    private func indexedOrders(
        _ query: String, containing folded: String, _ site: SiteID, _ limit: Int
    ) throws(StorageError) -> [CachedOrder] {
        let first = site.rawValue * Schema.sitesOrders
        return try orders(
            from: "order_texts CROSS JOIN orders ON orders.site = ? AND orders.order_id = order_texts.rowid - ?",
            """
            WHERE order_texts MATCH ? AND order_texts.rowid BETWEEN ? AND ? AND \(Self.contains)
            ORDER BY order_texts.rowid DESC LIMIT ?
            """,
            [
                site.rawValue, first, query, first, first + Schema.sitesOrders - 1, folded, limit,
            ])
    }

    /// How many of a shop's orders are read for a text that is too short for the index, and how many of this till's.
    static let scannedOrders = 50_000

    private func newestOrders(
        containing folded: String, _ site: SiteID, _ limit: Int
    ) throws(StorageError) -> [CachedOrder] {
        let before = try row(
            of: "orders",
            "SELECT rowid AS row_id, order_id FROM orders WHERE site = ? ORDER BY order_id DESC LIMIT 1 OFFSET ?",
            [site.rawValue, Self.scannedOrders])
        return try orders(
            "WHERE orders.site = ? AND orders.order_id > ? AND \(Self.contains) \(Self.newestFirst)",
            [site.rawValue, max(-1, try before?.number("order_id") ?? -1), folded, limit])
    }

    private static let newestFirst = "ORDER BY orders.order_id DESC LIMIT ?"

    private func orders(
        from source: String = "orders", _ clause: String, _ arguments: StatementArguments
    ) throws(StorageError) -> [CachedOrder] {
        try rows(of: "orders", Self.statement(from: source, clause), arguments).map { row throws(StorageError) in
            try CachedOrder(row)
        }
    }

    static func statement(from source: String = "orders", _ clause: String) -> String {
        """
        SELECT orders.rowid AS row_id, orders.document, orders.fetched_at, paid_orders.payment AS paid_by,
            CASE WHEN (SELECT sum(amount_minor) FROM payments
                    WHERE original = paid_orders.payment AND open = 0 AND outcome_kind = 'approved')
                    >= (SELECT amount_minor FROM payments WHERE id = paid_orders.payment) THEN 'refunded'
                WHEN orders.awaits_payment AND paid_orders.payment IS NOT NULL THEN 'processing'
                ELSE orders.status END AS effective_status
        FROM \(source)
        LEFT JOIN paid_orders ON paid_orders.site = orders.site AND paid_orders.order_id = orders.order_id
        \(clause)
        """
    }

    func uncached(_ orders: [Order]) throws(StorageError) -> [Order] {
        try attempt {
            try orders.filter { order in
                let wanted = "SELECT rowid AS row_id, document FROM orders WHERE site = ? AND order_id = ?"
                let found = try row(of: "orders", wanted, [order.site.rawValue, order.id.rawValue])
                return try found?.text("document") != StoredJSON.text(order)
            }
        }
    }

    func paidBy(order: OrderID, site: SiteID) throws(StorageError) -> PaymentID? {
        let found = try row(
            of: "paid_orders", "SELECT rowid AS row_id, payment FROM paid_orders WHERE site = ? AND order_id = ?",
            [site.rawValue, order.rawValue])
        guard let found else { return nil }
        return PaymentID(rawValue: try found.text("payment"))
    }

    func save(_ orders: [Order], fetchedAt: Date) throws(StorageError) {
        try attempt {
            for order in orders {
                try execute(
                    """
                    INSERT INTO orders
                        (site, order_id, status, awaits_payment, search_text, document, fetched_at, number)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (site, order_id) DO UPDATE SET status = excluded.status,
                        awaits_payment = excluded.awaits_payment, search_text = excluded.search_text,
                        document = excluded.document, fetched_at = excluded.fetched_at, number = excluded.number
                    """,
                    [
                        order.site.rawValue, order.id.rawValue, order.status.rawValue, order.status.awaitsPayment,
                        SearchText.folded("\(order.number)\n\(order.customer ?? "")"), try StoredJSON.text(order),
                        fetchedAt.milliseconds, order.number,
                    ])
            }
        }
    }

    func markPaid(order: OrderID, site: SiteID, by payment: PaymentID, at time: Date) throws(StorageError) {
        guard try self.payment(id: payment) != nil else { throw .missing(.payment, id: "\(payment)") }
        if let paying = try paidBy(order: order, site: site) {
            guard paying == payment else { throw .conflict(.orderPaid(paying)) }
            return
        }
        try attempt {
            try execute(
                "INSERT INTO paid_orders (site, order_id, payment, paid_at) VALUES (?, ?, ?, ?)",
                [site.rawValue, order.rawValue, payment.rawValue, time.milliseconds])
        }
    }

    func unmarkPaid(order: OrderID, site: SiteID) throws(StorageError) {
        try attempt {
            try execute(
                "DELETE FROM paid_orders WHERE site = ? AND order_id = ?", [site.rawValue, order.rawValue])
        }
    }

    func orderCount(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int {
        try old(fetchedBefore: time, limit).count
    }

    func dropOrders(fetchedBefore time: Date, amongOldest limit: Int) throws(StorageError) -> Int {
        let dropped = try old(fetchedBefore: time, limit)
        return try attempt {
            for row in dropped { try execute("DELETE FROM orders WHERE rowid = ?", [row]) }
            return dropped.count
        }
    }

    private func old(fetchedBefore time: Date, _ limit: Int) throws(StorageError) -> [Int64] {
        let open = Set(
            try unsettledPayments().compactMap { payment in payment.order.map { [payment.site.rawValue, $0.rawValue] } }
        )
        var found: [Int64] = []
        let oldest = try rows(
            of: "orders", "SELECT rowid AS row_id, site, order_id, fetched_at FROM orders ORDER BY rowid LIMIT ?",
            [max(0, limit)])
        for row in oldest {
            let place = [try row.number("site"), try row.number("order_id")]
            let isUntold = try shopID(of: OrderID(rawValue: place[1]), site: SiteID(rawValue: place[0])) == nil
            if try row.date("fetched_at") < time, !open.contains(place), !isUntold {
                found.append(try row.number("row_id"))
            }
        }
        return found
    }

    func dropOrder(_ order: OrderID, site: SiteID) throws(StorageError) {
        try attempt {
            try execute("DELETE FROM orders WHERE site = ? AND order_id = ?", [site.rawValue, order.rawValue])
        }
    }

    func dropOrders(site: SiteID) throws(StorageError) {
        try attempt {
            // An order that the shop was never told of is known nowhere else.
            try execute(
                """
                DELETE FROM orders WHERE site = ? AND (order_id >= 0 OR
                    (SELECT shop_id FROM local_orders WHERE id = -orders.order_id) IS NOT NULL)
                """, [site.rawValue])
        }
    }
}

extension CachedOrder {
    fileprivate init(_ row: StoredRow) throws(StorageError) {
        let told = try row.json("document", as: Order.self)
        self.init(
            order: told.with(status: OrderStatus(rawValue: try row.text("effective_status"))),
            paidBy: try row.optionalText("paid_by").map(PaymentID.init(rawValue:)),
            fetchedAt: try row.date("fetched_at"))
    }
}

extension Order {
    /// A copy of the order with another status.
    package func with(status: OrderStatus) -> Order {
        Order(
            site: site, id: id, number: number, status: status, currency: currency, lines: lines,
            adjustments: adjustments, taxes: taxes, total: total, customer: customer)
    }

    /// A copy of the order under another id, with the number that it has.
    package func with(id: OrderID) -> Order {
        Order(
            site: site, id: id, number: number, status: status, currency: currency, lines: lines,
            adjustments: adjustments, taxes: taxes, total: total, customer: customer)
    }
}
