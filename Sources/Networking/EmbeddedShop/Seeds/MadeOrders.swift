import Foundation
import Model

/// The orders of a made-up shop, each made from its number alone.
struct MadeOrders: Sendable {
    private let shop: MadeShop
    private let rates: [ShopTaxRate]
    /// The first order's number.
    static let first: Int64 = 1001

    init(_ shop: MadeShop) {
        self.shop = shop
        rates = shop.entries(.taxes).compactMap {
            ShopTaxRate($0, class: $0.text("class"), country: shop.rules.country)
        }
    }

    var ids: [OrderID] { (0..<Int64(shop.orderCount)).map { OrderID(rawValue: Self.first + $0) } }

    private static let statuses = [
        "pending", "processing", "completed", "completed", "processing", "on-hold", "completed", "cancelled", "failed",
        "pending",
    ]
    private static let ways = ["checkout", "checkout", "pos-rest-api", "admin"]

    /// What is decided about an order.
    private struct Plan {
        let status: String
        /// The customer's place in the list; guests have none.
        let customer: Int
        let isGuest: Bool
        let created: Date
        let createdVia: String
        let goods: [(index: Int, count: Int64)]
    }

    private func plan(_ id: OrderID) -> Plan {
        var numbers = MadeNumbers(seed: shop.seed, 3, id.rawValue)
        let place = Double(id.rawValue - Self.first + 1) / Double(max(1, shop.orderCount))
        let status = numbers.one(of: Self.statuses)
        let customer = numbers.below(shop.customerCount)
        let isGuest = numbers.below(4) == 0
        let seconds = (shop.now.timeIntervalSince(shop.start) * place).rounded(.down) - 60
        let goods = (0...numbers.below(4)).map { _ in (numbers.below(shop.productCount), Int64(numbers.below(3) + 1)) }
        return Plan(
            status: status, customer: customer, isGuest: isGuest, created: shop.start.addingTimeInterval(seconds),
            createdVia: numbers.one(of: Self.ways),
            goods: goods.filter { $0.0 != 11 }.isEmpty ? [(0, 1)] : goods.filter { $0.0 != 11 })
    }

    func facts(_ id: OrderID) -> OrderFacts {
        let plan = plan(id)
        let person = MadeCustomers(shop).person(plan.customer)
        let time = ShopTime.text(plan.created)
        return OrderFacts(
            id: id, status: OrderStatus(rawValue: plan.status),
            customer: plan.isGuest ? 0 : MadeCustomers.first + Int64(plan.customer),
            products: plan.goods.map { MadeProducts.first + Int64($0.index) }, createdVia: plan.createdVia,
            created: time, modified: time,
            searched: [id.description, person.first, person.last, "", person.email].map(OrderFacts.folded))
    }

    func order(_ id: OrderID) -> ShopOrder? {
        guard id.rawValue >= Self.first, id.rawValue < Self.first + Int64(shop.orderCount) else { return nil }
        let plan = plan(id)
        let rules = shop.rules
        let (local, utc) = (rules.local(plan.created), JSONValue.string(ShopTime.text(plan.created)))
        let isPaid = ShopStatus.paid.contains(plan.status)
        let lines = zip(Int64(1)..., plan.goods).map { line($0, $1.index, $1.count, of: id) }
        var members: [String: JSONValue] = [
            "id": .integer(id.rawValue), "number": .string(id.description), "status": .string(plan.status),
            "currency": .string(rules.currency), "currency_symbol": .string(rules.currencySymbol),
            "prices_include_tax": .bool(rules.pricesIncludeTax), "created_via": .string(plan.createdVia),
            "date_created": local, "date_created_gmt": utc, "date_modified": local, "date_modified_gmt": utc,
            "date_paid": isPaid ? local : .null, "date_paid_gmt": isPaid ? utc : .null,
            "date_completed": plan.status == "completed" ? local : .null,
            "date_completed_gmt": plan.status == "completed" ? utc : .null,
            "customer_id": .integer(plan.isGuest ? 0 : MadeCustomers.first + Int64(plan.customer)),
            "billing": MadeCustomers(shop).billing(plan.customer),
            "shipping": MadeCustomers(shop).shipping(plan.customer), "line_items": .array(lines),
            "order_key": .string("wc_order_\(String(id.rawValue, radix: 36))"),
            "payment_url": .string(rules.address("checkout/order-pay/\(id)/?pay_for_order=true")),
            "payment_method": isPaid ? "card_terminal" : "",
            "payment_method_title": isPaid ? "Kartenzahlung" : "",
            "transaction_id": isPaid ? .string("T-\(id)") : "",
            "needs_payment": .bool(ShopStatus.payable.contains(plan.status)),
            "is_editable": .bool(ShopStatus.editable.contains(plan.status)),
        ]
        members.merge(totals(lines, of: id)) { $1 }
        return ShopOrder(
            id: id, status: OrderStatus(rawValue: plan.status), body: ShopTemplate.order.merging(members).data)
    }

    private func line(_ number: Int64, _ index: Int, _ count: Int64, of id: OrderID) -> JSONValue {
        let kind = MadeProducts.menu[index % MadeProducts.menu.count]
        let round = index / MadeProducts.menu.count
        let price = MadeProducts(shop).units(kind.price) * count
        let isReduced = kind.taxClass == "reduced-rate"
        let charged = kind.taxClass == "zero-rate" ? [] : rates.filter { $0.id == (isReduced ? 2 : 1) }
        let isIncluded = shop.rules.pricesIncludeTax
        let net =
            isIncluded
            ? ShopTaxRate.net(ofGross: price, with: charged) : ShopShare(numerator: Int128(price), denominator: 1)
        let taxes = charged.map { rate in
            (
                rate,
                isIncluded
                    ? rate.tax(inGross: price, with: charged).rounded(halvesUp: false)
                    : rate.tax(onNet: price).rounded()
            )
        }
        let (total, tax) = (shop.rules.amount(net.rounded()), shop.rules.amount(taxes.reduce(0) { $0 + $1.1 }))
        return [
            "id": .integer(id.rawValue * 1000 + number),
            "name": .string(round == 0 ? kind.name : "\(kind.name) \(round + 1)"),
            "product_id": .integer(MadeProducts.first + Int64(index)), "variation_id": 0, "quantity": .integer(count),
            "tax_class": .string(kind.taxClass), "subtotal": total, "subtotal_tax": tax, "total": total,
            "total_tax": tax,
            "taxes": .array(
                taxes.map { rate, units in
                    ["id": .integer(rate.id), "total": shop.rules.amount(units), "subtotal": shop.rules.amount(units)]
                }), "meta_data": [], "sku": .string("SIM-\(1000 + index)"),
            "global_unique_id": .string(String(4_000_000_000_000 + index)),
            "price": .number(net.price(of: count, minorDigits: shop.rules.decimals)),
            "image": ["id": "5", "src": .string(shop.rules.address("wp-content/uploads/2026/01/goods.png"))],
            "parent_name": .null,
        ]
    }

    private func totals(_ lines: [JSONValue], of id: OrderID) -> [String: JSONValue] {
        let rules = shop.rules
        var taxes: [Int64: Int64] = [:]
        for tax in lines.flatMap({ $0["taxes"]?.asItems ?? [] }) {
            taxes[tax["id"]?.asInteger ?? 0, default: 0] += rules.units(tax["total"]) ?? 0
        }
        let net = lines.reduce(Int64(0)) { $0 + (rules.units($1["total"]) ?? 0) }
        let tax = taxes.values.reduce(0, +)
        let taxLines = rates.filter { taxes[$0.id] != nil }.map { rate -> JSONValue in
            [
                "id": .integer(id.rawValue * 1000 + 100 + rate.id), "rate_code": .string(rate.code),
                "rate_id": .integer(rate.id), "label": .string(rate.name), "compound": false,
                "tax_total": rules.amount(taxes[rate.id] ?? 0), "shipping_tax_total": rules.amount(0),
                "rate_percent": rate.percent, "meta_data": [],
            ]
        }
        let zero = rules.amount(0)
        return [
            "total": rules.amount(net + tax), "total_tax": rules.amount(tax), "cart_tax": rules.amount(tax),
            "discount_total": zero, "discount_tax": zero, "shipping_total": zero, "shipping_tax": zero,
            "tax_lines": .array(taxLines),
        ]
    }
}
