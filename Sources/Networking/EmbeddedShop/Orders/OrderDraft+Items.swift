import Foundation

/// The lines of an order: goods, shipping and fees.
extension OrderDraft {
    /// Returns whether any were named.
    mutating func setItems(_ asked: [String: JSONValue]) throws(ShopRefusal) -> Bool {
        var isChanged = false
        for list in ["line_items", "shipping_lines", "fee_lines"] {
            for item in asked[list]?.asItems ?? [] {
                try setItem(item.asMembers ?? [:], in: list)
                isChanged = true
            }
        }
        // Taxes depend on the country.
        return isChanged || ["billing", "shipping"].contains { asked[$0]?["country"] != nil }
    }

    private mutating func setItem(_ asked: [String: JSONValue], in list: String) throws(ShopRefusal) {
        var known = items(list)
        guard let id = asked["id"]?.asInteger, id != 0 else {
            known.append(try newItem(asked, in: list))
            members[list] = .array(known)
            return
        }
        guard let place = known.firstIndex(where: { $0["id"]?.asInteger == id }) else {
            throw ShopRefusal(
                400, "woocommerce_rest_invalid_item_id", "Order item ID provided is not associated with order.")
        }
        if isRemoval(asked) {
            known.remove(at: place)
        } else {
            known[place] = try changed(known[place], asked, in: list)
        }
        members[list] = .array(known)
    }

    private func isRemoval(_ asked: [String: JSONValue]) -> Bool {
        asked["quantity"]?.asInteger == 0
            || ["product_id", "method_id", "name", "code"].contains { asked[$0] == .null }
    }

    private mutating func newItem(_ asked: [String: JSONValue], in list: String) throws(ShopRefusal) -> JSONValue {
        switch list {
        case "line_items": return try newLine(asked)
        case "fee_lines":
            let template: JSONValue = [
                "name": .string(asked["name"]?.asPlain ?? ""), "tax_class": .string(asked["tax_class"]?.text ?? ""),
                "tax_status": .string(asked["tax_status"]?.text ?? "taxable"), "amount": "",
                "id": newItemID(), "meta_data": .array(merged(asked["meta_data"], into: [], isShown: true)),
            ]
            return template.merging(try charge(asked["total"], of: template))
        default:
            let template: JSONValue = [
                "method_title": .string(asked["method_title"]?.asPlain ?? ""),
                "method_id": .string(asked["method_id"]?.asPlain ?? ""),
                "instance_id": .string(asked["instance_id"]?.asPlain ?? ""), "tax_status": "taxable",
                "id": newItemID(), "meta_data": .array(merged(asked["meta_data"], into: [], isShown: true)),
            ]
            return template.merging(try charge(asked["total"], of: template))
        }
    }

    private mutating func changed(
        _ item: JSONValue, _ asked: [String: JSONValue], in list: String
    ) throws(ShopRefusal) -> JSONValue {
        var changes = asked.filter { ["name", "quantity", "method_title", "method_id", "tax_class"].contains($0.key) }
        changes["meta_data"] = .array(
            merged(asked["meta_data"], into: item["meta_data"]?.asItems ?? [], isShown: true))
        var item = item.merging(changes)
        guard list == "line_items" else {
            return asked["total"] == nil ? item : item.merging(try charge(asked["total"], of: item))
        }
        guard asked["subtotal"] != nil || asked["total"] != nil else {
            // As in WooCommerce, another quantity alone changes no amount.
            let total = ShopShare(numerator: Int128(rules.units(item["total"]) ?? 0), denominator: 1)
            let price = total.price(of: item["quantity"]?.asInteger ?? 1, minorDigits: rules.decimals)
            return item.merging(["price": .number(price)])
        }
        for name in ["subtotal", "total"] {
            guard let value = asked[name] else { continue }
            guard let units = rules.units(value) else {
                throw .invalidParameter(list, reason: "has no amount in \(name).!")
            }
            item = item.merging([name: rules.amount(units)])
        }
        return item.merging(try taxes(of: item))
    }

    /// The amounts of a fee or of shipping.
    private func charge(_ total: JSONValue?, of item: JSONValue) throws(ShopRefusal) -> [String: JSONValue] {
        guard let units = total.map({ rules.units($0) }) ?? 0 else {
            throw ShopRefusal(400, "woocommerce_rest_invalid_amount", "The total is no amount.")
        }
        let charges = item["tax_status"]?.text == "none" ? [] : try rates(of: item["tax_class"]?.text ?? "")
        let taxes = charges.map { ($0, $0.tax(onNet: units).rounded()) }
        return [
            "total": rules.amount(units), "total_tax": rules.amount(taxes.reduce(0) { $0 + $1.1 }),
            "taxes": .array(
                taxes.map { ["id": .integer($0.0.id), "total": rules.amount($0.1), "subtotal": ""] }),
        ]
    }

    /// The taxes of goods whose net amounts are known.
    func taxes(of line: JSONValue) throws(ShopRefusal) -> [String: JSONValue] {
        let subtotal = rules.units(line["subtotal"]) ?? 0
        let total = rules.units(line["total"]) ?? 0
        let charges = try isTaxed(line) ? rates(of: line["tax_class"]?.text ?? "") : []
        let taxes = charges.map { rate in
            (rate, before: rate.tax(onNet: subtotal).rounded(), after: rate.tax(onNet: total).rounded())
        }
        let count = line["quantity"]?.asInteger ?? 1
        return [
            "subtotal_tax": rules.amount(taxes.reduce(0) { $0 + $1.before }),
            "total_tax": rules.amount(taxes.reduce(0) { $0 + $1.after }),
            "taxes": .array(
                taxes.map { rate, before, after in
                    ["id": .integer(rate.id), "total": rules.amount(after), "subtotal": rules.amount(before)]
                }),
            "price": .number(
                ShopShare(numerator: Int128(total), denominator: 1).price(of: count, minorDigits: rules.decimals)),
        ]
    }

    private func isTaxed(_ line: JSONValue) throws(ShopRefusal) -> Bool {
        let product = try call.document(.products, line["product_id"]?.asInteger ?? 0)
        return product?.text("tax_status") != "none"
    }

    /// The tax rates of a class in the customer's country, else in the shop's.
    func rates(of taxClass: String) throws(ShopRefusal) -> [ShopTaxRate] {
        let places = ["shipping", "billing"].map { members[$0]?["country"]?.text ?? "" }
        let country = places.first { !$0.isEmpty } ?? rules.country
        let wanted = taxClass.isEmpty ? "standard" : taxClass
        return try call.documents(.taxes).compactMap { entry in
            ShopTaxRate(entry, class: wanted, country: country)
        }
    }
}
