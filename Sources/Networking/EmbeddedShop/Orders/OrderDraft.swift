import Foundation
import Model

/// An order while it is made or changed. Like WooCommerce it applies the fields, then the items and totals, then the status,
/// then the payment.
struct OrderDraft {
    let call: ShopCall
    let id: OrderID
    let isNew: Bool
    var members: [String: JSONValue]
    private var lastItem: Int64
    var rules: ShopRules { call.rules }

    /// A new order.
    init(_ call: ShopCall) throws(ShopRefusal) {
        self.call = call
        id = try call.newOrderID()
        isNew = true
        lastItem = id.rawValue * Self.itemsPerOrder
        members = ShopTemplate.order.asMembers ?? [:]
        members["id"] = .integer(id.rawValue)
        members["number"] = .string(String(id.rawValue))
        members["currency"] = .string(rules.currency)
        members["currency_symbol"] = .string(rules.currencySymbol)
        members["prices_include_tax"] = .bool(rules.pricesIncludeTax)
        members["order_key"] = .string("wc_order_\(String(id.rawValue, radix: 36))")
        members["status"] = "pending"
        members["payment_url"] = .string(
            rules.address("checkout/order-pay/\(id)/?pay_for_order=true&key=wc_order_\(String(id.rawValue, radix: 36))")
        )
        for name in [
            "discount_total", "discount_tax", "shipping_total", "shipping_tax", "cart_tax", "total", "total_tax",
        ] {
            members[name] = rules.amount(0)
        }
        stamp("date_created")
        stamp("date_modified")
    }

    /// An order of the shop, to be changed.
    init(_ order: ShopOrder, _ call: ShopCall) throws(ShopRefusal) {
        self.call = call
        id = order.id
        isNew = false
        let members = try order.json.asMembers ?? [:]
        let lists = ["line_items", "tax_lines", "shipping_lines", "fee_lines", "coupon_lines", "meta_data"]
        let ids = lists.flatMap { members[$0]?.asItems ?? [] }.compactMap { $0["id"]?.asInteger }
        lastItem = max(ids.max() ?? 0, order.id.rawValue * Self.itemsPerOrder)
        self.members = members
    }

    /// How many numbers each order has for its items.
    private static let itemsPerOrder: Int64 = 1000

    mutating func newItemID() -> JSONValue {
        lastItem += 1
        return .integer(lastItem)
    }

    var status: String { members["status"]?.text ?? "pending" }
    var total: Int64 { rules.units(members["total"]) ?? 0 }

    mutating func stamp(_ name: String) {
        members[name] = rules.local(call.now)
        members["\(name)_gmt"] = .string(ShopTime.text(call.now))
    }

    func items(_ list: String) -> [JSONValue] { members[list]?.asItems ?? [] }

    /// Keeps the order, and tells webhooks of it.
    mutating func save() throws(ShopRefusal) {
        members["needs_payment"] = .bool(ShopStatus.payable.contains(status) && total > 0)
        members["is_editable"] = .bool(ShopStatus.editable.contains(status))
        if !isNew { stamp("date_modified") }
        let body = JSONValue.object(members).data
        call.save(ShopOrder(id: id, status: OrderStatus(rawValue: status), body: body))
        call.tell(ShopEvent(topic: isNew ? "order.created" : "order.updated", id: id.rawValue, body: body))
    }

    func note(_ text: String, isForCustomer: Bool = false) throws(ShopRefusal) {
        _ = try OrderNotes.add(text, to: id.rawValue, isForCustomer: isForCustomer, author: "WooCommerce", call)
    }
}

extension OrderDraft {
    mutating func apply(_ asked: [String: JSONValue]) throws(ShopRefusal) {
        try OrderParameters.check(asked)
        try setFields(asked)
        let changesItems = try setItems(asked)
        if changesItems || isNew { try setTotals() }
        if let coupons = asked["coupon_lines"]?.asItems, !coupons.isEmpty {
            try setCoupons(coupons)
        }
        if isNew { members["needs_processing"] = .bool(try needsProcessing()) }
        if let status = asked["status"]?.text { try setStatus(status) }
        let pays = asked["set_paid"]?.asFlag ?? false
        if pays, isNew || (ShopStatus.payable.contains(status) && isPayable) { try completePayment() }
    }

    /// Orders of the demonstration are payable whatever they cost.
    private var isPayable: Bool { total > 0 || !isNew }

    private mutating func setFields(_ asked: [String: JSONValue]) throws(ShopRefusal) {
        for name in Self.texts {
            if let text = asked[name]?.asPlain { members[name] = .string(text) }
        }
        if let currency = asked["currency"]?.text {
            members["currency"] = .string(currency)
        }
        if let customer = asked["customer_id"]?.asInteger {
            guard try customer == 0 ? true : call.document(.customers, customer) != nil else {
                throw ShopRefusal(400, "woocommerce_rest_invalid_customer_id", "Customer ID is invalid.")
            }
            members["customer_id"] = .integer(customer)
        }
        for name in ["billing", "shipping"] {
            guard let address = asked[name]?.asMembers else { continue }
            let known = ShopTemplate.order[name]?.asMembers ?? [:]
            let texts = address.filter { known[$0.key] != nil }.compactMapValues { $0.asPlain.map(JSONValue.string) }
            members[name] = (members[name] ?? .object(known)).merging(texts)
        }
        setMeta(asked["meta_data"])
    }

    private static let texts = [
        "transaction_id", "payment_method", "payment_method_title", "customer_note", "created_via",
    ]

    private mutating func setMeta(_ asked: JSONValue?) {
        members["meta_data"] = .array(merged(asked, into: items("meta_data"), isShown: false))
    }

    /// Meta data with what was asked for: replaced by id, else by key, else added; removed when the value is null.
    mutating func merged(_ asked: JSONValue?, into old: [JSONValue], isShown: Bool) -> [JSONValue] {
        var known = old
        for item in asked?.asItems ?? [] {
            guard let key = item["key"]?.asPlain ?? known.first(where: { $0["id"] == item["id"] })?["key"]?.text else {
                continue
            }
            let value = item["value"] ?? .null
            let place = known.firstIndex { $0["id"] == item["id"] } ?? known.firstIndex { $0["key"]?.text == key }
            guard value != .null else {
                // As in WooCommerce, a key without an id means all entries with it.
                if item["id"] == nil {
                    known.removeAll { $0["key"]?.text == key }
                } else if let place {
                    known.remove(at: place)
                }
                continue
            }
            var entry: [String: JSONValue] = ["key": .string(key), "value": value]
            if isShown { entry.merge(["display_key": .string(key), "display_value": value]) { $1 } }
            if let place {
                known[place] = known[place].merging(entry)
            } else {
                entry["id"] = newItemID()
                known.append(.object(entry))
            }
        }
        return known
    }
}
