import Foundation
import Model

/// The parts of WooCommerce's order that a payment and a receipt need. Lists that a request did not ask for are absent.
struct WooOrder {
    /// The order's place in the answer, for errors: `[0]` in a list.
    let place: String
    let id: Int64
    let number: String?
    let status: String
    let currency: String
    let total: String
    let billing: Billing?
    let lineItems: [Item]?
    let shippingLines: [Item]?
    let feeLines: [Item]?
    let taxLines: [Tax]?
    let couponLines: [String]?

    init(_ object: ShopObject) throws(NetworkError) {
        place = object.place
        id = try object.shopID()
        number = object.optionalText("number")
        status = try object.text("status")
        currency = try object.text("currency")
        total = try Self.amount(object, "total")
        billing = object.object("billing").map(Billing.init)
        lineItems = try Self.items(object, "line_items")
        shippingLines = try Self.items(object, "shipping_lines")
        feeLines = try Self.items(object, "fee_lines")
        taxLines = try object.value("tax_lines").map { (_) throws(NetworkError) in
            var lines: [Tax] = []
            for line in try object.objects("tax_lines") { lines.append(try Tax(line)) }
            return lines
        }
        couponLines = try object.value("coupon_lines").map { (_) throws(NetworkError) in
            var codes: [String] = []
            for line in try object.objects("coupon_lines") { codes.append(try line.text("code")) }
            return codes
        }
    }

    /// The text of an amount that an order always has: an empty one is not taken for zero.
    private static func amount(_ object: ShopObject, _ name: String) throws(NetworkError) -> String {
        if let text = try object.amountText(name) { return text }
        throw .malformed(field: object.path(name), reason: Sentence("detail.json.missing"))
    }

    private static func items(_ object: ShopObject, _ name: String) throws(NetworkError) -> [Item]? {
        guard object.value(name) != nil else { return nil }
        var items: [Item] = []
        for item in try object.objects(name) { items.append(try Item(item)) }
        return items
    }

    /// An item: goods, shipping or a fee.
    struct Item {
        let name: String?
        let methodTitle: String?
        let quantity: Quantity?
        /// The amount before coupons, of goods only.
        let subtotal: String?
        let subtotalTax: String?
        let total: String
        let totalTax: String?
        let taxes: [ItemTax]?
        /// The options of the item that are meant for people: `Size: 250 g`.
        let choices: [String]

        init(_ object: ShopObject) throws(NetworkError) {
            name = object.optionalText("name")
            methodTitle = object.optionalText("method_title")
            quantity = try Quantity(object)
            subtotal = try object.amountText("subtotal")
            subtotalTax = try object.amountText("subtotal_tax")
            total = try object.text("total")
            totalTax = try object.amountText("total_tax")
            taxes = try object.objects("taxes").map { (tax) throws(NetworkError) in try ItemTax(tax) }
            choices = (object.members["meta_data"]?.elements ?? []).compactMap(Self.choice)
        }

        /// Metadata that plugins add to an item; it may be anything. Nil when it is not meant for people.
        private static func choice(_ json: JSONValue) -> String? {
            guard let key = json["key"]?.text, !key.hasPrefix("_"), let label = json["display_key"]?.text,
                let value = json["display_value"]?.looseText
            else { return nil }
            return "\(label): \(value)"
        }
    }

    /// One tax of an item. Its amount may have more decimals than the currency, so only its presence counts.
    struct ItemTax {
        let rateID: String
        let isCharged: Bool

        init(_ object: ShopObject) throws(NetworkError) {
            rateID = try object.text("id")
            isCharged = object.optionalText("total").map { !$0.isEmpty } ?? false
        }
    }

    struct Tax {
        let label: String
        let rate: Decimal?
        let rateID: String?
        let taxTotal: String
        let shippingTaxTotal: String?

        init(_ object: ShopObject) throws(NetworkError) {
            label = object.optionalText("label") ?? ""
            rate = object.optionalDecimal("rate_percent")
            rateID = object.optionalText("rate_id")
            taxTotal = try object.text("tax_total")
            shippingTaxTotal = try object.amountText("shipping_tax_total")
        }

        /// The shop's label, with the rate added if the label lacks it: `Sales tax 8 %`.
        var title: String {
            let label = PlainText.from(html: label)
            guard let rate, !label.utf8.contains(UInt8(ascii: "%")) else { return label }
            return "\(label) \(rate) %"
        }
    }

    struct Billing {
        let firstName: String?
        let lastName: String?
        let company: String?

        init(_ object: ShopObject) {
            firstName = object.optionalText("first_name")
            lastName = object.optionalText("last_name")
            company = object.optionalText("company")
        }

        /// The person's name, else the company's, else nil.
        var name: String? {
            let person = [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
            guard person.isEmpty else { return PlainText.from(html: person) }
            return company.flatMap { $0.isEmpty ? nil : PlainText.from(html: $0) }
        }
    }
}

/// The quantity; plugins that sell by weight use decimals.
enum Quantity: Hashable {
    case whole(Int)
    case fractional(Decimal)

    /// Nil when the item has none, as shipping.
    init?(_ item: ShopObject) throws(NetworkError) {
        guard item.value("quantity") != nil else { return nil }
        if let count = item.count("quantity") {
            self = .whole(count)
        } else {
            let amount = try item.decimal("quantity")
            // `2.00`, as plugins write it that sell by weight.
            self = Int(amount.description).map(Quantity.whole) ?? .fractional(amount)
        }
    }
}
