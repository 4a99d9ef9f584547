import Foundation
import Model

/// `wc-analytics`, whose amounts are numbers.
enum AnalyticsResources {
    static let all: [ShopRoute] =
        ["revenue", "orders"].map { name in
            ShopRoute([.get], "wc-analytics/reports/\(name)/stats", .list) { call throws(ShopRefusal) in try stats(call)
            }
        }
        + ["wc-analytics/customers", "wc-analytics/reports/customers"].map { path in
            ShopRoute([.get], path, .list) { call throws(ShopRefusal) in try customers(call) }
        } + [
            ShopRoute([.get], "wc-analytics/reports/products", .list) { call throws(ShopRefusal) in try products(call)
            },
            ShopRoute([.get], "wc-analytics/reports/coupons", .list) { call throws(ShopRefusal) in try coupons(call) },
            ShopRoute([.get], "wc-analytics/leaderboards", .list) { call throws(ShopRefusal) in try boards(call) },
            ShopRoute([.get], "wc-analytics/reports/performance-indicators", .list) { call throws(ShopRefusal) in
                try indicators(call)
            },
        ]

    /// The statuses that count as sales.
    private static let counted: Set<OrderStatus> = Set(
        ["processing", "completed", "on-hold", "refunded"].map(OrderStatus.init(rawValue:)))
    /// The most orders of one report.
    private static let mostOrders = 100_000

    /// The orders of a request's time on the shop's clock, `after` and `before`.
    static func orders(_ call: ShopCall) throws(ShopRefusal) -> (AnalyticsSums, start: Date, end: Date) {
        let offset = call.rules.utcOffset
        let local = call.now.addingTimeInterval(offset)
        let start = try date("after", call) ?? local.addingTimeInterval(-7 * 86_400)
        let end = try date("before", call) ?? local
        var query = EmbeddedOrderQuery(statuses: counted, limit: mostOrders)
        query.createdAfter = ShopTime.text(start.addingTimeInterval(-offset - 1))
        query.createdBefore = ShopTime.text(end.addingTimeInterval(-offset + 1))
        var orders: [AnalyticsOrder] = []
        for order in try call.orders(query).orders { orders.append(AnalyticsOrder(try order.json, call.rules)) }
        return (AnalyticsSums(orders: orders, rules: call.rules), start, end)
    }

    private static func date(_ name: String, _ call: ShopCall) throws(ShopRefusal) -> Date? {
        guard let text = call.request.query[name] else { return nil }
        guard let date = ShopTime.date(text) else {
            throw .invalidParameter(name, reason: "Invalid date.!", code: "rest_invalid_date")
        }
        return date
    }

    private static func stats(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let words = AnalyticsInterval.allCases.map(\.rawValue)
        let interval = try call.parameters.word("interval", of: words).flatMap(AnalyticsInterval.init) ?? .week
        let page = try ShopPage(call.parameters)
        let (sums, start, end) = try orders(call)
        guard let spans = interval.spans(from: start, to: end) else {
            throw .invalidParameter("after", reason: "is too long before the end.")
        }
        let isAscending = try call.parameters.word("order", of: ["asc", "desc"]) == "asc"
        let wanted = (isAscending ? spans : spans.reversed()).dropFirst(page.offset).prefix(page.size)
        let body: JSONValue = [
            "totals": .object(sums.totals),
            "intervals": .array(
                wanted.map { span in
                    let (from, to) = (ShopTime.text(span.start), ShopTime.text(span.end))
                    let within = sums.orders.filter { $0.time >= from && $0.time <= to }
                    let offset = -call.rules.utcOffset
                    return [
                        "interval": .string(span.name), "date_start": stamp(span.start), "date_end": stamp(span.end),
                        "date_start_gmt": stamp(span.start.addingTimeInterval(offset)),
                        "date_end_gmt": stamp(span.end.addingTimeInterval(offset)),
                        "subtotals": .object(AnalyticsSums(orders: within, rules: call.rules).members),
                    ]
                }),
        ]
        let answer = call.answer(body, links: nil)
        return ShopAnswer(answer.body, headers: page.headers(total: spans.count, place: call.place))
    }

    private static func stamp(_ time: Date) -> JSONValue { .string(ShopTime.text(time).replacing("T", with: " ")) }

    static func sold(
        _ sums: AnalyticsSums
    ) -> [(product: Int64, name: String, count: Int64, net: Int64, orders: Int64)] {
        var sold: [Int64: (name: String, count: Int64, net: Int64, orders: Int64)] = [:]
        for order in sums.orders {
            for line in order.lines {
                let known = sold[line.product] ?? (line.name, 0, 0, 0)
                sold[line.product] = (known.name, known.count + line.count, known.net + line.net, known.orders + 1)
            }
        }
        return sold.map { ($0.key, $0.value.name, $0.value.count, $0.value.net, $0.value.orders) }
            .sorted { ($0.count, $1.product) > ($1.count, $0.product) }
    }

    private static func products(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let page = try ShopPage(call.parameters)
        var rows: [ShopEntry] = []
        for row in sold(try orders(call).0) {
            let product = try call.document(.products, row.product)?.body
            var body: [String: JSONValue] = [
                "product_id": .integer(row.product), "items_sold": .integer(row.count),
                "net_revenue": call.rules.number(row.net), "orders_count": .integer(row.orders), "extended_info": [:],
            ]
            if call.parameters.flag("extended_info") {
                body["extended_info"] = [
                    "name": product?["name"] ?? .string(row.name), "price": .number(product?["price"]?.asPlain ?? "0"),
                    "image": "", "permalink": product?["permalink"] ?? "",
                    "stock_status": product?["stock_status"] ?? "instock",
                    "stock_quantity": .integer(product?["stock_quantity"]?.asInteger ?? 0),
                    "manage_stock": product?["manage_stock"] ?? false, "low_stock_amount": 2,
                    "category_ids": .array((product?["categories"]?.asItems ?? []).compactMap { $0["id"] }),
                    "variations": product?["variations"] ?? [], "sku": product?["sku"] ?? "",
                ]
            }
            rows.append(ShopEntry(id: row.product, body: .object(body)))
        }
        return call.list(
            rows,
            links: { row in
                call.rules.home.map { _ in
                    ["product": [["href": .string(call.rules.link("wc-analytics/products/\(row.id)"))]]]
                }
            }, page: page)
    }

    private static func customers(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let page = try ShopPage(call.parameters)
        var query = EmbeddedOrderQuery(statuses: counted, limit: mostOrders)
        let text = call.parameters.text("search").map(OrderFacts.folded)
        let known = try call.documents(.customers).filter { customer in
            guard !CustomerResources.isStaff(customer) else { return false }
            return text.map { text in
                ["first_name", "last_name", "email", "username"].contains {
                    OrderFacts.folded(customer.text($0)).contains(text)
                }
            } ?? true
        }
        var rows: [ShopEntry] = []
        for customer in known.dropFirst(page.offset).prefix(page.size) {
            query.customer = customer.id
            let found = try call.orders(query)
            var total: Int64 = 0
            for order in found.orders { total += AnalyticsOrder(try order.json, call.rules).total }
            rows.append(row(customer, orders: found.total, last: try found.orders.first?.json, total, call))
        }
        return ShopAnswer(
            list: rows.map { row in
                let link = call.rules.link("wc-analytics/customers/\(row.id)")
                let list = call.rules.link("wc-analytics/customers")
                return call.fields.apply(
                    to: row.body.data,
                    links: ["customer": [["href": .string(link)]], "collection": [["href": .string(list)]]])
            }, headers: page.headers(total: known.count, place: call.place))
    }

    private static func row(
        _ customer: ShopEntry, orders: Int, last: JSONValue?, _ total: Int64, _ call: ShopCall
    ) -> ShopEntry {
        let billing = customer.body["billing"] ?? [:]
        let average = ShopShare(numerator: Int128(total), denominator: 1)
            .price(of: Int64(orders), minorDigits: call.rules.decimals)
        return ShopEntry(
            id: customer.id,
            body: [
                "id": .integer(customer.id), "user_id": .integer(customer.id),
                "username": customer.body["username"] ?? "",
                "name": .string("\(customer.text("first_name")) \(customer.text("last_name"))"),
                "first_name": customer.body["first_name"] ?? "", "last_name": customer.body["last_name"] ?? "",
                "email": customer.body["email"] ?? "", "country": billing["country"] ?? "",
                "city": billing["city"] ?? "", "state": billing["state"] ?? "", "postcode": billing["postcode"] ?? "",
                "date_registered": customer.body["date_created"] ?? .null,
                "date_registered_gmt": customer.body["date_created_gmt"] ?? .null,
                "date_last_active": customer.body["date_modified"] ?? .null,
                "date_last_active_gmt": customer.body["date_modified_gmt"] ?? .null,
                "date_last_order": (last?["date_created"]?.text).map { .string($0.replacing("T", with: " ")) } ?? .null,
                "orders_count": .integer(Int64(orders)), "total_spend": call.rules.number(total),
                "avg_order_value": .number(average),
            ])
    }
}
