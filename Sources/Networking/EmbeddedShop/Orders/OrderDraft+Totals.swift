import Foundation

extension OrderDraft {
    /// Sums up the lines. Each line is rounded before it is added.
    mutating func setTotals() throws(ShopRefusal) {
        let goods = items("line_items")
        let cart = sum(goods, "total") + sum(items("fee_lines"), "total")
        let cartTax = sum(goods, "total_tax") + sum(items("fee_lines"), "total_tax")
        let shipping = sum(items("shipping_lines"), "total")
        let shippingTax = sum(items("shipping_lines"), "total_tax")
        members["discount_total"] = rules.amount(sum(goods, "subtotal") - sum(goods, "total"))
        members["discount_tax"] = rules.amount(sum(goods, "subtotal_tax") - sum(goods, "total_tax"))
        members["cart_tax"] = rules.amount(cartTax)
        members["shipping_total"] = rules.amount(shipping)
        members["shipping_tax"] = rules.amount(shippingTax)
        members["total_tax"] = rules.amount(cartTax + shippingTax)
        members["total"] = rules.amount(max(0, cart + cartTax + shipping + shippingTax))
        try setTaxLines()
    }

    private func sum(_ items: [JSONValue], _ member: String) -> Int64 {
        items.reduce(0) { $0 + (rules.units($1[member]) ?? 0) }
    }

    /// One line for each rate. The lines of the demonstration's orders have no rates, and stay.
    private mutating func setTaxLines() throws(ShopRefusal) {
        let known = try call.documents(.taxes)
        var (goods, shipping): ([Int64: Int64], [Int64: Int64]) = ([:], [:])
        for item in items("line_items") + items("fee_lines") {
            for tax in item["taxes"]?.asItems ?? [] {
                goods[tax["id"]?.asInteger ?? 0, default: 0] += rules.units(tax["total"]) ?? 0
            }
        }
        for item in items("shipping_lines") {
            for tax in item["taxes"]?.asItems ?? [] {
                shipping[tax["id"]?.asInteger ?? 0, default: 0] += rules.units(tax["total"]) ?? 0
            }
        }
        let before = items("tax_lines")
        var lines: [JSONValue] = []
        for id in Set(goods.keys).union(shipping.keys).sorted() {
            guard let entry = known.first(where: { $0.id == id }),
                let rate = ShopTaxRate(entry, class: entry.text("class"), country: entry.text("country"))
            else { continue }
            let old = before.first { $0["rate_id"]?.asInteger == id }
            lines.append([
                "id": old?["id"] ?? newItemID(), "rate_code": .string(rate.code), "rate_id": .integer(id),
                "label": .string(rate.name), "compound": false, "tax_total": rules.amount(goods[id] ?? 0),
                "shipping_tax_total": rules.amount(shipping[id] ?? 0), "rate_percent": rate.percent, "meta_data": [],
            ])
        }
        members["tax_lines"] = .array(lines)
    }
}
