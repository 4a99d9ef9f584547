import Foundation
import Model

/// `wc/v3/reports`. As in WooCommerce with its present storage of orders, `sales` answers zeros and `top_sellers` nothing;
/// `wc-analytics` knows the numbers.
enum ReportResources {
    static let all: [ShopRoute] = [
        ShopRoute([.get], "wc/v3/reports", .list) { call throws(ShopRefusal) in
            ShopAnswer(
                list: reports.map { slug, description in
                    let body: JSONValue = ["slug": .string(slug), "description": .string(description)]
                    return call.fields.apply(
                        to: body.data,
                        links: ShopLinks.resource("wc/v3/reports", id: slug, call.rules, allowed: ["GET"]))
                })
        },
        ShopRoute([.get], "wc/v3/reports/sales", .list) { call throws(ShopRefusal) in try sales(call) },
        ShopRoute([.get], "wc/v3/reports/top_sellers", .list) { call throws(ShopRefusal) in
            _ = try ReportDays(call)
            return ShopAnswer([])
        },
        totals("orders") { call throws(ShopRefusal) in
            try ShopStatus.names.map { slug, name throws(ShopRefusal) in
                let query = EmbeddedOrderQuery(statuses: [OrderStatus(rawValue: slug)], limit: 0)
                return (slug, name, try call.orders(query).total)
            }
        },
        totals("products") { call throws(ShopRefusal) in
            let known = try call.documents(.products).map { $0.text("type") }
            return [
                ("external", "External/Affiliate product"), ("grouped", "Grouped product"),
                ("simple", "Simple product"),
                ("variable", "Variable product"),
            ].map { slug, name in (slug, name, known.count { $0 == slug }) }
        },
        totals("customers") { call throws(ShopRefusal) in
            let known = try call.documents(.customers).filter { !CustomerResources.isStaff($0) }
            let paying = known.count { $0.body["is_paying_customer"] == true }
            return [("paying", "Paying customer", paying), ("non_paying", "Non-paying customer", known.count - paying)]
        },
        totals("coupons") { call throws(ShopRefusal) in
            let known = try call.documents(.coupons).map { $0.text("discount_type") }
            return [
                ("percent", "Percentage discount"), ("fixed_cart", "Fixed basket discount"),
                ("fixed_product", "Fixed product discount"),
            ].map { slug, name in (slug, name, known.count { $0 == slug }) }
        },
        totals("reviews") { call throws(ShopRefusal) in
            let known = try call.documents(.reviews).map { $0.body["rating"]?.asInteger ?? 0 }
            return (1...5).map { stars in
                ("rated_\(stars)_out_of_5", "Rated \(stars) out of 5", known.count { $0 == stars })
            }
        },
    ]

    private static let reports = [
        ("sales", "List of sales reports."), ("top_sellers", "List of top sellers products."),
        ("orders/totals", "Orders totals."), ("products/totals", "Products totals."),
        ("customers/totals", "Customers totals."), ("coupons/totals", "Coupons totals."),
        ("reviews/totals", "Reviews totals."), ("categories/totals", "Categories totals."),
        ("tags/totals", "Tags totals."), ("attributes/totals", "Attributes totals."),
    ]

    private static func totals(
        _ name: String, _ count: @escaping @Sendable (ShopCall) throws(ShopRefusal) -> [(String, String, Int)]
    ) -> ShopRoute {
        ShopRoute([.get], "wc/v3/reports/\(name)/totals", .list) { call throws(ShopRefusal) in
            let rows = try count(call)
            return ShopAnswer(
                list: rows.map { slug, name, total in
                    let body: JSONValue = [
                        "slug": .string(slug), "name": .string(name), "total": .integer(Int64(total)),
                    ]
                    return call.fields.apply(to: body.data, links: nil)
                })
        }
    }

    private static func sales(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let zero = call.rules.amount(0)
        let day: JSONValue = [
            "sales": zero, "orders": 0, "items": 0, "tax": zero, "shipping": zero, "discount": zero, "customers": 0,
            "refunds": zero,
        ]
        let days = try ReportDays(call).days
        let body: JSONValue = [
            "total_sales": zero, "net_sales": zero, "average_sales": zero, "total_orders": 0, "total_items": 0,
            "total_tax": zero, "total_shipping": zero, "total_refunds": 0, "total_discount": zero,
            "totals_grouped_by": "day", "total_customers": 0,
            "totals": .object(Dictionary(days.map { ($0, day) }) { first, _ in first }),
        ]
        let link = call.rules.link("wc/v3/reports")
        return ShopAnswer(list: [call.fields.apply(to: body.data, links: ["about": [["href": .string(link)]]])])
    }
}

/// The days of a report: `date_min` and `date_max`, or a `period` that ends today.
private struct ReportDays {
    /// The most days of one report.
    private static let most = 3700
    let days: [String]

    init(_ call: ShopCall) throws(ShopRefusal) {
        let today = call.now.addingTimeInterval(call.rules.utcOffset)
        let end = try Self.date("date_max", call) ?? today
        let start = try Self.date("date_min", call) ?? Self.start(call.request.query["period"] ?? "week", today)
        var days: [String] = []
        var day = start
        while ShopTime.text(day).prefix(10) <= ShopTime.text(end).prefix(10), days.count < Self.most {
            days.append(String(ShopTime.text(day).prefix(10)))
            day = day.addingTimeInterval(86_400)
        }
        self.days = days
    }

    private static func date(_ name: String, _ call: ShopCall) throws(ShopRefusal) -> Date? {
        guard let text = call.request.query[name] else { return nil }
        guard text.count == 10, let date = ShopTime.date(text) else {
            throw .invalidParameter(
                name, reason: "The date you provided is invalid.!", code: "woocommerce_rest_invalid_date")
        }
        return date
    }

    private static func start(_ period: String, _ today: Date) -> Date {
        let text = ShopTime.text(today)
        switch period {
        case "month": return ShopTime.date("\(text.prefix(8))01") ?? today
        case "year": return ShopTime.date("\(text.prefix(5))01-01") ?? today
        default: return today.addingTimeInterval(-6 * 86_400)
        }
    }
}
