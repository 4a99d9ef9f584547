import Foundation
import Model

/// One refund, before it is kept.
struct OrderRefund {
    private var order: OrderDraft
    private let amount: Int64
    private let reason: String
    private let lines: [JSONValue]
    /// What is to be kept with it.
    private let meta: JSONValue
    private let currency: ShopRules

    init(_ asked: [String: JSONValue], of order: OrderDraft) throws(ShopRefusal) {
        self.order = order
        // Orders of the demonstration have currencies of their own.
        var currency = order.rules
        if let code = order.members["currency"]?.text, code != currency.currency, let own = Currency(code: code) {
            currency.decimals = own.exponent
        }
        self.currency = currency
        reason = asked["reason"]?.asPlain ?? ""
        meta = .array(Array((asked["meta_data"]?.asItems ?? []).prefix(OrderParameters.mostItems)))
        lines = Array((asked["line_items"]?.asItems ?? []).prefix(OrderParameters.mostItems))
        let sum = lines.reduce(Int64(0)) { sum, line in
            let taxes = (line["refund_tax"]?.asItems ?? []).prefix(OrderParameters.mostItems)
            return sum + (currency.units(line["refund_total"]) ?? 0)
                + taxes.reduce(0) { $0 + (currency.units($1["refund_total"]) ?? 0) }
        }
        guard let amount = asked["amount"].map({ currency.units($0) }) ?? sum else {
            throw ShopRefusal(
                refund: "woocommerce_rest_invalid_order_refund", "Refund amount must be greater than zero.", data: 400)
        }
        self.amount = amount
        guard amount >= 0 else {
            throw ShopRefusal(
                refund: "woocommerce_rest_invalid_order_refund", "Refund amount must be greater than zero.", data: 400)
        }
        guard amount <= left else {
            throw ShopRefusal(refund: Self.cannot, "Invalid refund amount.", data: 500)
        }
        guard asked["api_refund"].map({ !$0.asFlag }) ?? false else {
            throw ShopRefusal(
                refund: Self.cannot, "The payment gateway for this order does not support automatic refunds.", data: 500
            )
        }
    }

    private static let cannot = "woocommerce_rest_cannot_create_order_refund"

    /// What was not given back yet.
    private var left: Int64 {
        order.items("refunds").reduce(currency.units(order.members["total"]) ?? 0) { left, refund in
            left + (currency.units(refund["total"]) ?? 0)
        }
    }

    /// Keeps the refund; the order is refunded once everything is.
    mutating func make(isRestocked: Bool) throws(ShopRefusal) -> ShopEntry {
        let call = order.call
        let known = order.items("refunds")
        let isWhole = amount > 0 && amount == left
        let last = known.compactMap { $0["id"]?.asInteger }.max() ?? order.id.rawValue * 100
        let id = max(last + 1, try call.newID(.refunds))
        let text = currency.text(amount)
        let type: JSONValue = [
            "id": order.newItemID(), "key": "_refund_type", "value": isWhole ? "full" : "partial",
        ]
        let body = ShopTemplate.refund.merging([
            "id": .integer(id), "amount": .string(text), "reason": .string(reason),
            "refunded_by": .integer(call.caller.id), "date_created": call.rules.local(call.now),
            "date_created_gmt": .string(ShopTime.text(call.now)), "line_items": .array(try shownLines()),
            "meta_data": .array(order.merged(meta, into: [type], isShown: false)),
        ])
        call.save(.refunds, id, of: order.id.rawValue, body)
        order.members["refunds"] = .array(
            known + [
                [
                    "id": .integer(id), "reason": .string(reason), "total": .string("-\(text)"),
                    "total_tax": .string(currency.text(taxes)),
                ]
            ])
        if isRestocked { try restock() }
        if isWhole { try order.setStatus("refunded") }
        try order.save()
        return ShopEntry(id: id, parent: order.id.rawValue, body: body)
    }

    /// The lines of the refund, with negative amounts.
    private mutating func shownLines() throws(ShopRefusal) -> [JSONValue] {
        var shown: [JSONValue] = []
        for line in lines {
            guard let item = order.items("line_items").first(where: { $0["id"] == line["id"] }) else { continue }
            let total = currency.units(line["refund_total"]) ?? 0
            let taxes = (line["refund_tax"]?.asItems ?? []).map { tax -> JSONValue in
                let units = JSONValue.string(currency.text(-(currency.units(tax["refund_total"]) ?? 0)))
                return ["id": tax["id"] ?? 0, "total": units, "subtotal": units]
            }
            let tax = taxes.reduce(Int64(0)) { $0 + (currency.units($1["total"]) ?? 0) }
            let count = line["quantity"]?.asInteger ?? 0
            let origin = line["id"]?.asPlain ?? ""
            shown.append(
                item.merging([
                    "id": order.newItemID(), "quantity": .integer(-count), "subtotal": .string(currency.text(-total)),
                    "total": .string(currency.text(-total)), "subtotal_tax": .string(currency.text(tax)),
                    "total_tax": .string(currency.text(tax)), "taxes": .array(taxes),
                    "price": .number(
                        ShopShare(numerator: Int128(total), denominator: 1).price(
                            of: max(1, count), minorDigits: currency.decimals)),
                    "meta_data": [
                        [
                            "id": order.newItemID(), "key": "_refunded_item_id", "value": .string(origin),
                            "display_key": "_refunded_item_id", "display_value": .string(origin),
                        ]
                    ],
                ]))
        }
        return shown
    }

    /// The taxes in the lines, below zero.
    private var taxes: Int64 {
        lines.flatMap { $0["refund_tax"]?.asItems ?? [] }.reduce(0) { $0 - (currency.units($1["refund_total"]) ?? 0) }
    }

    private func restock() throws(ShopRefusal) {
        for line in lines {
            guard let count = line["quantity"]?.asInteger, (1...OrderParameters.mostOfOne).contains(count),
                let item = order.items("line_items").first(where: { $0["id"] == line["id"] })
            else { continue }
            _ = try ShopStock.change(item, by: count, order.call)
        }
    }
}
