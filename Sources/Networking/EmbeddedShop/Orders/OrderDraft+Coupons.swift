import Foundation

/// Coupons of an order. They replace the ones that it has.
extension OrderDraft {
    mutating func setCoupons(_ asked: [JSONValue]) throws(ShopRefusal) {
        for coupon in asked where coupon["id"] != nil || (coupon["code"]?.text ?? "").isEmpty {
            throw ShopRefusal(
                400, "woocommerce_rest_coupon_item_id_readonly", "Coupon item ID is readonly.")
        }
        let before = Set(items("coupon_lines").compactMap { $0["code"]?.text })
        for item in items("line_items") { try restore(item) }
        var lines: [JSONValue] = []
        for asked in asked {
            let code = (asked["code"]?.text ?? "").lowercased()
            let coupon = try coupon(code)
            lines.append(try apply(coupon, code))
            if !before.contains(code) {
                let used = coupon.body["usage_count"]?.asInteger ?? 0
                call.save(.coupons, coupon.id, coupon.body.merging(["usage_count": .integer(used + 1)]))
            }
        }
        members["coupon_lines"] = .array(lines)
        try setTotals()
    }

    private mutating func restore(_ item: JSONValue) throws(ShopRefusal) {
        var item = item.merging(["total": item["subtotal"] ?? rules.amount(0)])
        item = item.merging(["total_tax": item["subtotal_tax"] ?? rules.amount(0)])
        let taxes = (item["taxes"]?.asItems ?? []).map { $0.merging(["total": $0["subtotal"] ?? ""]) }
        replace(item.merging(["taxes": .array(taxes)]))
    }

    private mutating func replace(_ item: JSONValue) {
        members["line_items"] = .array(items("line_items").map { $0["id"] == item["id"] ? item : $0 })
    }

    private func coupon(_ code: String) throws(ShopRefusal) -> ShopEntry {
        func refuse(_ why: String) -> ShopRefusal {
            ShopRefusal(
                400, "woocommerce_rest_invalid_coupon", "Coupon &quot;\(code)&quot; \(why)",
                data: isNew ? ["new_draft_order_id": .integer(id.rawValue)] : [:])
        }
        guard let coupon = try call.documents(.coupons).first(where: { $0.text("code") == code }) else {
            throw refuse("cannot be applied because it does not exist.")
        }
        if let end = coupon.body["date_expires_gmt"]?.text, end < ShopTime.text(call.now) {
            throw refuse("has expired.")
        }
        if let limit = coupon.body["usage_limit"]?.asInteger, limit > 0,
            coupon.body["usage_count"]?.asInteger ?? 0 >= limit
        {
            throw refuse("usage limit has been reached.")
        }
        let least = rules.units(coupon.body["minimum_amount"]) ?? 0
        guard items("line_items").reduce(0, { $0 + gross($1) }) >= least else {
            throw refuse("has a minimum spend.")
        }
        return coupon
    }

    private func gross(_ item: JSONValue) -> Int64 {
        let net = rules.units(item["total"]) ?? 0
        return rules.pricesIncludeTax ? net + (rules.units(item["total_tax"]) ?? 0) : net
    }

    /// Takes the discount from the lines and returns the coupon's line.
    private mutating func apply(_ coupon: ShopEntry, _ code: String) throws(ShopRefusal) -> JSONValue {
        let goods = items("line_items")
        let prices = goods.map(gross)
        var (net, tax): (Int64, Int64) = (0, 0)
        for (item, off) in zip(goods, discounts(coupon, goods, prices)) {
            let price = max(0, gross(item) - off)
            let rates = try rates(of: item["tax_class"]?.text ?? "").filter { rate in
                (item["taxes"]?.asItems ?? []).contains { $0["id"]?.asInteger == rate.id }
            }
            let share =
                rules.pricesIncludeTax
                ? ShopTaxRate.net(ofGross: price, with: rates) : ShopShare(numerator: Int128(price), denominator: 1)
            let taxes = rates.map { ($0, self.tax($0, in: price, rates)) }
            let after = share.rounded()
            let afterTax = taxes.reduce(0) { $0 + $1.1 }
            net += (rules.units(item["total"]) ?? 0) - after
            tax += (rules.units(item["total_tax"]) ?? 0) - afterTax
            let old = item["taxes"]?.asItems ?? []
            replace(
                item.merging([
                    "total": rules.amount(after), "total_tax": rules.amount(afterTax),
                    "price": .number(share.price(of: item["quantity"]?.asInteger ?? 1, minorDigits: rules.decimals)),
                    "taxes": .array(
                        old.map { tax in
                            let now = taxes.first { $0.0.id == tax["id"]?.asInteger }
                            return tax.merging(["total": now.map { rules.amount($0.1) } ?? tax["total"] ?? ""])
                        }),
                ]))
        }
        return line(coupon, code, net, tax)
    }

    private mutating func line(_ coupon: ShopEntry, _ code: String, _ net: Int64, _ tax: Int64) -> JSONValue {
        let kind = coupon.text("discount_type")
        let nominal = coupon.text("amount").replacing(#/\.?0+$/#, with: "")
        let information = "[\(coupon.id),\"\(code)\",\"\(kind)\",\(nominal.isEmpty ? "0" : nominal)]"
        let meta: JSONValue = [
            "id": newItemID(), "key": "coupon_info", "value": .string(information), "display_key": "coupon_info",
            "display_value": .string(information),
        ]
        return [
            "id": newItemID(), "code": .string(code), "discount": rules.amount(net), "discount_tax": rules.amount(tax),
            "discount_type": .string(kind), "nominal_amount": .number(nominal.isEmpty ? "0" : nominal),
            "free_shipping": coupon.body["free_shipping"] ?? false, "meta_data": .array([meta]),
        ]
    }

    /// What the coupon takes from each line.
    private func discounts(_ coupon: ShopEntry, _ goods: [JSONValue], _ prices: [Int64]) -> [Int64] {
        let allowed = Set((coupon.body["product_ids"]?.asItems ?? []).compactMap(\.asInteger))
        let isMeant = goods.map { allowed.isEmpty || allowed.contains($0["product_id"]?.asInteger ?? 0) }
        let prices = zip(prices, isMeant).map { $1 ? max(0, $0) : 0 }
        switch coupon.text("discount_type") {
        case "percent":
            let percent = ShopRules(decimals: 4).units(coupon.text("amount")) ?? 0
            return prices.map { ShopShare(numerator: Int128($0) * Int128(percent), denominator: 1_000_000).rounded() }
        case "fixed_product":
            let amount = rules.units(coupon.body["amount"]) ?? 0
            return zip(prices, goods).map { price, item in min(price, amount * (item["quantity"]?.asInteger ?? 1)) }
        default:
            return Self.spread(min(rules.units(coupon.body["amount"]) ?? 0, prices.reduce(0, +)), over: prices)
        }
    }

    /// Divides an amount in the proportion of the prices; what is left over goes to the first ones.
    static func spread(_ amount: Int64, over prices: [Int64]) -> [Int64] {
        let whole = prices.reduce(0, +)
        guard whole > 0 else { return prices.map { _ in 0 } }
        var parts = prices.map { Int64(clamping: Int128(amount) * Int128($0) / Int128(whole)) }
        var rest = amount - parts.reduce(0, +)
        for index in parts.indices where rest > 0 && parts[index] < prices[index] {
            parts[index] += 1
            rest -= 1
        }
        return parts
    }
}
