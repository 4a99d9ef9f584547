import Foundation
import Model

/// `wc/v3/orders/ID/refunds` and `wc/v3/refunds`. No payment gateway of this shop gives money back, so a refund only records
/// what was given back elsewhere.
enum OrderRefunds {
    static let path = "wc/v3/orders/:order/refunds"

    static let all: [ShopRoute] = [
        ShopRoute([.get], path, .list) { call throws(ShopRefusal) in
            let known = try refunds(of: call.number("order"), call)
            return call.list(known.reversed(), links: { links($0, call) }, page: try ShopPage(call.parameters))
        },
        ShopRoute([.post], path, .create) { call throws(ShopRefusal) in try create(call) },
        ShopRoute([.get], "\(path)/:id", .view) { call throws(ShopRefusal) in
            let refund = try found(call)
            return call.answer(refund.body, links: links(refund, call))
        },
        ShopRoute([.delete], "\(path)/:id", .delete) { call throws(ShopRefusal) in try delete(call) },
        ShopRoute([.get], "wc/v3/refunds", .list) { call throws(ShopRefusal) in
            let known = try call.documents(.refunds).map { refund in
                ShopEntry(
                    id: refund.id, parent: refund.parent,
                    body: refund.body.merging(["parent_id": .integer(refund.parent)]))
            }
            return call.list(known.reversed(), links: { links($0, call) }, page: try ShopPage(call.parameters))
        },
    ]

    private static func links(_ refund: ShopEntry, _ call: ShopCall) -> JSONValue {
        ShopLinks.resource(
            "wc/v3/orders/\(refund.parent)/refunds", id: String(refund.id), call.rules, allowed: ["GET", "DELETE"],
            up: "wc/v3/orders/\(refund.parent)")
    }

    /// The refunds of an order. Till up to 0.1.0 kept them in the order alone.
    private static func refunds(of id: Int64, _ call: ShopCall) throws(ShopRefusal) -> [ShopEntry] {
        let known = try call.documents(.refunds, of: id)
        let order = try call.order(OrderID(rawValue: id))?.json
        let others = (order?["refunds"]?.asItems ?? []).compactMap { refund -> ShopEntry? in
            guard let number = refund["id"]?.asInteger, !known.contains(where: { $0.id == number }) else { return nil }
            let amount = (refund["total"]?.text ?? "").drop { $0 == "-" }
            return ShopEntry(
                id: number, parent: id,
                body: ShopTemplate.refund.merging([
                    "id": .integer(number), "reason": refund["reason"] ?? "", "amount": .string(String(amount)),
                    "date_created": refund["date_created"] ?? .null,
                    "date_created_gmt": refund["date_created"] ?? .null,
                ]))
        }
        return (others + known).sorted { $0.id < $1.id }
    }

    private static func found(_ call: ShopCall) throws(ShopRefusal) -> ShopEntry {
        let known = try refunds(of: call.number("order"), call)
        guard let refund = known.first(where: { $0.id == call.number("id") }) else {
            throw ShopRefusal(404, "woocommerce_rest_shop_order_refund_invalid_id", "Invalid ID.")
        }
        return refund
    }

    private static func create(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let asked = try call.body()
        guard let order = try call.order(OrderID(rawValue: call.number("order"))) else {
            throw ShopRefusal(refund: "woocommerce_rest_invalid_order_id", "Invalid order ID.", data: 404)
        }
        var refund = try OrderRefund(asked, of: OrderDraft(order, call))
        let made = try refund.make(isRestocked: asked["api_restock"].map(\.asFlag) ?? true)
        return call.answer(made.body, links: links(made, call), status: 201)
    }

    private static func delete(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let refund = try found(call)
        guard call.parameters.flag("force") else {
            throw ShopRefusal(501, "woocommerce_rest_trash_not_supported", "Refunds do not support trashing.")
        }
        call.remove(.refunds, refund.id, of: refund.parent)
        if let order = try call.order(OrderID(rawValue: refund.parent)) {
            var draft = try OrderDraft(order, call)
            draft.members["refunds"] = .array(draft.items("refunds").filter { $0["id"]?.asInteger != refund.id })
            try draft.save()
        }
        return call.answer(refund.body, links: links(refund, call))
    }
}
