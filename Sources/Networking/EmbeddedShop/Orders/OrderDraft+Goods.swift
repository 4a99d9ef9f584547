import Foundation

/// New lines of goods, with the shop's prices.
extension OrderDraft {
    mutating func newLine(_ asked: [String: JSONValue]) throws(ShopRefusal) -> JSONValue {
        let (product, variation, isUnknown) = try goods(asked)
        let count = asked["quantity"]?.asInteger ?? 1
        let priced = variation ?? product
        var line: JSONValue = [
            "id": newItemID(), "quantity": .integer(count),
            "name": .string(asked["name"]?.asPlain ?? name(product, variation)),
            "product_id": .integer(product?.id ?? 0), "variation_id": .integer(variation?.id ?? 0),
            "tax_class": .string(asked["tax_class"]?.text ?? taxClass(product, variation)),
            "sku": priced.map { .string($0.text("sku")) } ?? .null,
            "global_unique_id": .string(priced?.text("global_unique_id") ?? ""),
            "image": image(priced ?? product),
            "parent_name": variation == nil ? .null : .string(product?.text("name") ?? ""),
            "meta_data": .array(merged(asked["meta_data"], into: chosen(variation), isShown: true)),
        ]
        if isUnknown || asked["subtotal"] != nil || asked["total"] != nil {
            let total = rules.units(asked["total"] ?? asked["subtotal"]) ?? 0
            let subtotal = rules.units(asked["subtotal"] ?? asked["total"]) ?? 0
            line = line.merging(["subtotal": rules.amount(subtotal), "total": rules.amount(total)])
            return line.merging(try taxes(of: line))
        }
        let price = rules.units(priced?.body["price"]) ?? 0
        let isTaxed = (priced ?? product)?.text("tax_status") != "none"
        let charged = try isTaxed ? rates(of: line["tax_class"]?.text ?? "") : []
        return line.merging(amounts(price * count, charged, count))
    }

    /// The product and the variation that a line names. A product that is not there is not refused: WooCommerce makes a line of 0.00. A
    /// variation that the product does not have is: the line would have the price of something else.
    private func goods(
        _ asked: [String: JSONValue]
    ) throws(ShopRefusal) -> (product: ShopEntry?, variation: ShopEntry?, isUnknown: Bool) {
        let productID = asked["product_id"]?.asInteger ?? 0
        let variationID = asked["variation_id"]?.asInteger ?? 0
        if variationID != 0, let variation = try call.document(.variations, variationID),
            productID == 0 || variation.parent == productID
        {
            return (try call.document(.products, variation.parent), variation, false)
        }
        if productID != 0, variationID != 0 { throw .noSuchVariation(variationID, of: productID) }
        if productID != 0 {
            if let product = try call.document(.products, productID) { return (product, nil, false) }
            if let variation = try call.document(.variations, productID) {
                return (try call.document(.products, variation.parent), variation, false)
            }
            return (nil, nil, true)
        }
        guard let sku = asked["sku"]?.asPlain, !sku.isEmpty else {
            if variationID != 0 { return (nil, nil, true) }
            throw ShopRefusal(400, "woocommerce_rest_required_product_reference", "Product ID or SKU is required.")
        }
        if let product = try call.documents(.products).first(where: { $0.text("sku") == sku }) {
            return (product, nil, false)
        }
        guard let variation = try call.documents(.variations).first(where: { $0.text("sku") == sku }) else {
            return (nil, nil, true)
        }
        return (try call.document(.products, variation.parent), variation, false)
    }

    private func name(_ product: ShopEntry?, _ variation: ShopEntry?) -> String {
        let name = product?.text("name") ?? ""
        return variation.map { "\(name) - \($0.text("name"))" } ?? name
    }

    private func taxClass(_ product: ShopEntry?, _ variation: ShopEntry?) -> String {
        let own = variation?.text("tax_class") ?? ""
        return own.isEmpty || own == "parent" ? product?.text("tax_class") ?? "" : own
    }

    private func image(_ entry: ShopEntry?) -> JSONValue {
        let image = entry?.body["images"]?.asItems?.first ?? entry?.body["image"]
        // The number of a product's picture is text, that of a variation's is none.
        let id = image?["id"]?.asInteger ?? 0
        let isProducts = entry?.body["images"] != nil && id != 0
        return [
            "id": isProducts ? .string(String(id)) : .integer(id), "src": .string(image?["src"]?.text ?? ""),
        ]
    }

    /// The options of a variation, as the first meta data of its line.
    private mutating func chosen(_ variation: ShopEntry?) -> [JSONValue] {
        (variation?.body["attributes"]?.asItems ?? []).map { option in
            [
                "id": newItemID(), "key": option["slug"] ?? "", "value": option["option"] ?? "",
                "display_key": option["name"] ?? "", "display_value": option["option"] ?? "",
            ]
        }
    }

    /// The amounts of a line whose price is the shop's.
    private func amounts(_ price: Int64, _ rates: [ShopTaxRate], _ count: Int64) -> [String: JSONValue] {
        let net =
            rules.pricesIncludeTax
            ? ShopTaxRate.net(ofGross: price, with: rates) : ShopShare(numerator: Int128(price), denominator: 1)
        let taxes: [(ShopTaxRate, Int64)] = rates.map { ($0, self.tax($0, in: price, rates)) }
        let taxed = rules.amount(taxes.reduce(0) { $0 + $1.1 })
        let total = rules.amount(net.rounded())
        return [
            "subtotal": total, "total": total, "subtotal_tax": taxed, "total_tax": taxed,
            "price": .number(net.price(of: count, minorDigits: rules.decimals)),
            "taxes": .array(
                taxes.map { rate, units in
                    ["id": .integer(rate.id), "total": rules.amount(units), "subtotal": rules.amount(units)]
                }),
        ]
    }

    /// The tax at this rate on a price. Where prices include tax, halves are rounded down, as WooCommerce rounds them.
    func tax(_ rate: ShopTaxRate, in price: Int64, _ rates: [ShopTaxRate]) -> Int64 {
        rules.pricesIncludeTax
            ? rate.tax(inGross: price, with: rates).rounded(halvesUp: false) : rate.tax(onNet: price).rounded()
    }
}
