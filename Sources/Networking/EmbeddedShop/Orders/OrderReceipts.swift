import Foundation
import Model

/// `wc/v3/orders/ID/receipt`: a page that everybody can read who knows its address.
enum OrderReceipts {
    static let all: [ShopRoute] = [
        ShopRoute([.get], "wc/v3/orders/:order/receipt", .view) { call throws(ShopRefusal) in
            let order = try order(call)
            guard let receipt = try valid(of: order, call) else {
                throw ShopRefusal(404, "woocommerce_rest_not_found", "Receipt not found")
            }
            return ShopAnswer(receipt)
        },
        ShopRoute([.post], "wc/v3/orders/:order/receipt", .create) { call throws(ShopRefusal) in try make(call) },
    ]

    private static func order(_ call: ShopCall) throws(ShopRefusal) -> JSONValue {
        guard let order = try call.order(OrderID(rawValue: call.number("order"))) else {
            throw ShopRefusal(404, "woocommerce_rest_not_found", "Order not found")
        }
        return try order.json
    }

    /// The receipt whose page is still there.
    private static func valid(of order: JSONValue, _ call: ShopCall) throws(ShopRefusal) -> JSONValue? {
        let receipt = try call.document(.receipts, order["id"]?.asInteger ?? 0)?.body
        guard let end = receipt?["expiration_date"]?.text, end >= ShopTime.text(call.now).prefix(10) else { return nil }
        return receipt
    }

    /// The most days for which a receipt is kept.
    private static let mostDays: Int64 = 3650

    private static func make(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let order = try order(call)
        let asked = try call.body()
        let days = asked["expiration_days"]?.asInteger ?? 1
        let named = asked["expiration_date"]?.text
        guard (0...mostDays).contains(days), named.map({ ShopTime.date($0) != nil && $0.count == 10 }) ?? true else {
            throw ShopRefusal(
                400, "woocommerce_invalid_argument", "expiration_date must be a date in the format YYYY-MM-DD.")
        }
        let end = named ?? String(ShopTime.text(call.now.addingTimeInterval(Double(days) * 86_400)).prefix(10))
        guard end >= ShopTime.text(call.now).prefix(10) else {
            throw ShopRefusal(400, "woocommerce_invalid_argument", "expiration_date must be in the future.")
        }
        let old = try valid(of: order, call)
        if let old, !(asked["force_new"]?.asFlag ?? false) { return ShopAnswer(old) }
        let key = (order["order_key"]?.text ?? "").suffix(8)
        let count = (old?["receipt_url"]?.text?.split(separator: "-").dropFirst().last).flatMap { Int($0) } ?? 0
        let name = "\(key)\(call.number("order"))-\(count + 1)"
        let receipt: JSONValue = [
            "receipt_url": .string(call.rules.address("wc/file/transient/\(name)")),
            "expiration_date": .string(end),
        ]
        call.save(.receipts, call.number("order"), receipt)
        return ShopAnswer(receipt)
    }
}
