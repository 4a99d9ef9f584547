import Foundation

extension AnalyticsResources {
    /// The best customers, coupons, categories and products.
    static func boards(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let most = try call.parameters.number("per_page", default: 5, within: 1...20)
        let (sums, _, _) = try orders(call)
        var spent: [String: (orders: Int64, total: Int64)] = [:]
        for order in sums.orders {
            let known = spent[order.name] ?? (0, 0)
            spent[order.name] = (known.orders + 1, known.total + order.total)
        }
        let customers = spent.sorted { ($0.value.total, $1.key) > ($1.value.total, $0.key) }.prefix(most).map {
            name, sums in
            row(name, count(sums.orders), amount(sums.total, call))
        }
        let products = sold(sums).prefix(most).map { item in
            row(item.name, count(item.count), amount(item.net, call))
        }
        return ShopAnswer([
            board("customers", "Top Customers - Total Spend", ["Customer Name", "Orders", "Total Spend"], customers),
            board("coupons", "Top Coupons - Number of Orders", ["Coupon code", "Orders", "Amount discounted"], []),
            board("categories", "Top categories - Items sold", ["Category", "Items sold", "Net sales"], []),
            board("products", "Top products - Items sold", ["Product", "Items sold", "Net sales"], products),
        ])
    }

    private static func board(_ id: String, _ label: String, _ headers: [String], _ rows: [JSONValue]) -> JSONValue {
        [
            "id": .string(id), "label": .string(label), "rows": .array(rows),
            "headers": .array(headers.map { ["label": .string($0)] }),
        ]
    }

    private static func row(_ name: String, _ numbers: JSONValue...) -> JSONValue {
        .array([["display": .string(name), "value": .string(name)]] + numbers)
    }

    private static func count(_ number: Int64) -> JSONValue {
        ["display": .string(String(number)), "value": .integer(number), "format": "number"]
    }

    private static func amount(_ units: Int64, _ call: ShopCall) -> JSONValue {
        let text = call.rules.text(units) + " " + call.rules.currencySymbol
        return ["display": .string(text), "value": call.rules.number(units), "format": "currency"]
    }

    /// Single numbers, named as `revenue/total_sales`.
    static func indicators(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let totals = try orders(call).0.totals
        let wanted = (call.request.query["stats"] ?? "").split(separator: ",")
        guard !wanted.isEmpty else { throw .missing("stats") }
        let rows = wanted.prefix(50).compactMap { stat -> Data? in
            let chart = String(stat.split(separator: "/").last ?? "")
            guard let value = totals[chart] else { return nil }
            let isCount = chart.hasSuffix("count") || chart.hasPrefix("num_")
            let body: JSONValue = [
                "stat": .string(String(stat)), "chart": .string(chart),
                "label": .string(chart.replacing("_", with: " ").capitalized),
                "format": isCount ? "number" : "currency", "value": value,
            ]
            let report = stat.split(separator: "/").first ?? ""
            let link = call.rules.link("wc-analytics/reports/\(report)/stats")
            return call.fields.apply(
                to: body.data,
                links: ["api": [["href": .string(link)]], "report": [["href": .string("/analytics/\(report)")]]])
        }
        return ShopAnswer(
            list: rows, headers: ["x-wp-total": String(rows.count), "x-wp-totalpages": "1"])
    }

    /// How often coupons were used and what they took off, of all or of those in `coupons`.
    static func coupons(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let page = try ShopPage(call.parameters)
        let wanted = call.request.query["coupons"].map { $0.split(separator: ",").compactMap { Int64($0) } }
        let used = try orders(call).0.orders.flatMap(\.coupons)
        let rows = try call.documents(.coupons).compactMap { coupon -> ShopEntry? in
            let its = used.filter { $0.code == coupon.text("code") }
            guard wanted?.contains(coupon.id) ?? !its.isEmpty else { return nil }
            return ShopEntry(
                id: coupon.id,
                body: [
                    "coupon_id": .integer(coupon.id), "orders_count": .integer(Int64(its.count)),
                    "amount": call.rules.number(its.reduce(0) { $0 + $1.discount }), "extended_info": [:],
                ])
        }
        return call.list(
            rows,
            links: { row in
                call.rules.home.map { _ in
                    ["coupon": [["href": .string(call.rules.link("wc-analytics/coupons/\(row.id)"))]]]
                }
            }, page: page)
    }
}
