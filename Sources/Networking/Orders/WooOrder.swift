import Foundation

/// The parts of WooCommerce's order that are read. Lists that a request did not ask for are absent.
struct WooOrder: Decodable {
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
    let couponLines: [Coupon]?

    enum CodingKeys: String, CodingKey {
        case id, number, status, currency, total, billing
        case couponLines = "coupon_lines"
        case lineItems = "line_items"
        case shippingLines = "shipping_lines"
        case feeLines = "fee_lines"
        case taxLines = "tax_lines"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        number = try container.decodeIfPresent(LooseText.self, forKey: .number)?.text
        status = try container.decode(String.self, forKey: .status)
        currency = try container.decode(String.self, forKey: .currency)
        total = try container.decode(String.self, forKey: .total)
        // PHP encodes an empty object as [].
        billing = try? container.decodeIfPresent(Billing.self, forKey: .billing)
        lineItems = try container.decodeIfPresent([Item].self, forKey: .lineItems)
        shippingLines = try container.decodeIfPresent([Item].self, forKey: .shippingLines)
        feeLines = try container.decodeIfPresent([Item].self, forKey: .feeLines)
        taxLines = try container.decodeIfPresent([Tax].self, forKey: .taxLines)
        couponLines = try container.decodeIfPresent([Coupon].self, forKey: .couponLines)
    }

    /// An item: goods, shipping or a fee.
    struct Item: Decodable {
        let name: String?
        let methodTitle: String?
        let quantity: Quantity?
        /// The amount before coupons, of goods only.
        let subtotal: String?
        let subtotalTax: String?
        let total: String
        let totalTax: String?
        let taxes: [ItemTax]?
        let metaData: [Choice]?

        enum CodingKeys: String, CodingKey {
            case name, quantity, subtotal, total, taxes
            case methodTitle = "method_title"
            case subtotalTax = "subtotal_tax"
            case totalTax = "total_tax"
            case metaData = "meta_data"
        }
    }

    /// One tax of an item. Its amount may have more decimals than the currency, so only its presence counts.
    struct ItemTax: Decodable {
        let rateID: String
        let isCharged: Bool

        enum CodingKeys: String, CodingKey {
            case total
            case rateID = "id"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            rateID = try container.decode(LooseText.self, forKey: .rateID).text
            let text = try? container.decode(String.self, forKey: .total)
            isCharged = text.map { !$0.isEmpty } ?? ((try? container.decode(Decimal.self, forKey: .total)) != nil)
        }
    }

    /// Metadata that plugins add to an item; it may be anything. Nil when it is not meant for people.
    struct Choice: Decodable {
        let text: String?

        enum CodingKeys: String, CodingKey {
            case key
            case label = "display_key"
            case value = "display_value"
        }

        init(from decoder: any Decoder) {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self),
                let key = try? container.decode(String.self, forKey: .key), !key.hasPrefix("_"),
                let label = try? container.decode(String.self, forKey: .label),
                let value = try? container.decode(LooseText.self, forKey: .value).text
            else {
                text = nil
                return
            }
            text = "\(label): \(value)"
        }
    }

    struct Coupon: Decodable {
        let code: String
    }

    struct Tax: Decodable {
        let label: String
        let rate: Decimal?
        let rateID: String?
        let taxTotal: String
        let shippingTaxTotal: String?

        enum CodingKeys: String, CodingKey {
            case label
            case rate = "rate_percent"
            case rateID = "rate_id"
            case taxTotal = "tax_total"
            case shippingTaxTotal = "shipping_tax_total"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            label = try container.decode(String.self, forKey: .label)
            rate = try container.decodeIfPresent(Decimal.self, forKey: .rate)
            rateID = try container.decodeIfPresent(LooseText.self, forKey: .rateID)?.text
            taxTotal = try container.decode(String.self, forKey: .taxTotal)
            shippingTaxTotal = try container.decodeIfPresent(String.self, forKey: .shippingTaxTotal)
        }

        /// The shop's label, with the rate added if the label lacks it: `Sales tax 8 %`.
        var title: String {
            let label = PlainText.from(html: label)
            guard let rate, !label.utf8.contains(UInt8(ascii: "%")) else { return label }
            return "\(label) \(rate) %"
        }
    }

    struct Billing: Decodable {
        let firstName: String?
        let lastName: String?
        let company: String?

        enum CodingKeys: String, CodingKey {
            case company
            case firstName = "first_name"
            case lastName = "last_name"
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
enum Quantity: Decodable, Hashable {
    case whole(Int)
    case fractional(Decimal)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let count = try? container.decode(Int.self) {
            self = .whole(count)
        } else {
            self = .fractional(try container.decode(Decimal.self))
        }
    }
}

/// Text that some plugins send as a number.
private struct LooseText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            text = String(number)
        } else {
            text = try container.decode(String.self)
        }
    }
}
