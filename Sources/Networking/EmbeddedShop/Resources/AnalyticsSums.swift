import Foundation
import Model

/// One order as analytics count it, in whole minor units.
struct AnalyticsOrder {
    let id: Int64
    /// On the shop's clock.
    let time: String
    let customer: Int64
    let name: String
    let lines: [(product: Int64, name: String, count: Int64, net: Int64)]
    let total: Int64
    let tax: Int64
    let shipping: Int64
    let discount: Int64
    let refunds: Int64
    let coupons: [(code: String, discount: Int64)]

    init(_ order: JSONValue, _ rules: ShopRules) {
        func units(_ name: String) -> Int64 { rules.units(order[name]) ?? 0 }
        id = order["id"]?.asInteger ?? 0
        time = order["date_created"]?.text ?? ""
        customer = order["customer_id"]?.asInteger ?? 0
        name = ["first_name", "last_name"].compactMap { order["billing"]?[$0]?.text }.joined(separator: " ")
        lines = (order["line_items"]?.asItems ?? []).map { line in
            (
                line["product_id"]?.asInteger ?? 0, line["name"]?.text ?? "", line["quantity"]?.asInteger ?? 0,
                rules.units(line["total"]) ?? 0
            )
        }
        total = units("total")
        tax = units("total_tax")
        shipping = units("shipping_total")
        discount = units("discount_total")
        refunds = (order["refunds"]?.asItems ?? []).reduce(0) { $0 - (rules.units($1["total"]) ?? 0) }
        coupons = (order["coupon_lines"]?.asItems ?? []).map { line in
            (line["code"]?.text?.lowercased() ?? "", rules.units(line["discount"]) ?? 0)
        }
    }

    var hasCoupon: Bool { !coupons.isEmpty }
    var items: Int64 { lines.reduce(0) { $0 + $1.count } }
    var net: Int64 { total - tax - shipping - refunds }
}

/// What analytics say of several orders.
struct AnalyticsSums {
    let orders: [AnalyticsOrder]
    let rules: ShopRules

    func sum(_ part: (AnalyticsOrder) -> Int64) -> Int64 { orders.reduce(0) { $0 + part($1) } }

    /// The members of `totals` and of an interval's `subtotals`.
    var members: [String: JSONValue] {
        let (net, refunds, coupons) = (sum(\.net), sum(\.refunds), sum(\.discount))
        let items = sum(\.items)
        return [
            "orders_count": .integer(Int64(orders.count)), "num_items_sold": .integer(items),
            "gross_sales": rules.number(net + refunds + coupons), "total_sales": rules.number(sum(\.total) - refunds),
            "coupons": rules.number(coupons), "coupons_count": .integer(orders.contains(where: \.hasCoupon) ? 1 : 0),
            "refunds": rules.number(refunds), "taxes": rules.number(sum(\.tax)),
            "shipping": rules.number(sum(\.shipping)), "net_revenue": rules.number(net),
            "avg_items_per_order": average(items, minorDigits: 0), "segments": [],
            "avg_order_value": average(net, minorDigits: rules.decimals),
            "total_customers": .integer(Int64(Set(orders.map { "\($0.customer) \($0.name)" }).count)),
        ]
    }

    /// With the number of different products, which only the totals have.
    var totals: [String: JSONValue] {
        let products = Set(orders.flatMap { $0.lines.map(\.product) }).count
        return members.merging(["products": .integer(Int64(products))]) { $1 }
    }

    private func average(_ sum: Int64, minorDigits: Int) -> JSONValue {
        let share = ShopShare(numerator: Int128(sum), denominator: 1)
        guard sum >= 0 else {
            let opposite = ShopShare(numerator: Int128(-sum), denominator: 1)
            return .number("-" + opposite.price(of: Int64(orders.count), minorDigits: minorDigits))
        }
        return .number(share.price(of: Int64(orders.count), minorDigits: minorDigits))
    }
}
