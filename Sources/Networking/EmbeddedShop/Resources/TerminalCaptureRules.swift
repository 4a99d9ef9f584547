import Foundation
import Model

/// What an extension checks before it captures a payment that was authorised on a reader. Capturing the same intent again is
/// refused, too.
struct TerminalCaptureRules {
    let gateway: PaymentGatewayExtension
    let call: ShopCall

    func answer() throws(ShopRefusal) -> ShopAnswer {
        guard let order = try call.order(OrderID(rawValue: call.number("order"))) else {
            throw ShopRefusal(404, "wcpay_missing_order", "Order not found")
        }
        guard let intent = try call.body()["payment_intent_id"]?.text, !intent.isEmpty else {
            throw .missing("payment_intent_id")
        }
        try check(intent, try order.json)
        var draft = try OrderDraft(order, call)
        let charge = "ch_\(intent.dropFirst(3))"
        try draft.apply([
            "payment_method": .string(gateway.rawValue), "payment_method_title": .string(gateway.name),
            "transaction_id": .string(charge),
            "meta_data": [
                ["key": "_intent_id", "value": .string(intent)], ["key": "_charge_id", "value": .string(charge)],
                ["key": "_intention_status", "value": .string(TerminalCapture.succeeded)],
                ["key": "receipt_url", "value": .string(call.rules.address("receipt/\(charge)"))],
            ],
        ])
        try draft.completePayment()
        try draft.save()
        let body: JSONValue = ["id": .string(intent), "status": .string(TerminalCapture.succeeded)]
        return ShopAnswer(body)
    }

    private func check(_ intent: String, _ order: JSONValue) throws(ShopRefusal) {
        guard (order["refunds"]?.asItems ?? []).isEmpty else {
            throw ShopRefusal(400, "wcpay_refunded_order_uncapturable", "Payment cannot be captured: order has refunds")
        }
        let attached = Self.meta("_intent_id", of: order)
        let isSettled = ["succeeded", "canceled", "processing"].contains(Self.meta("_intention_status", of: order))
        let (wanted, kind) = Self.parts(of: intent)
        let isUnauthorised = ["canceled", "processing", "unauthorised"].contains { kind.hasPrefix($0) }
        guard !isSettled, attached.isEmpty || attached == intent, !isUnauthorised else {
            throw ShopRefusal(409, "wcpay_payment_uncapturable", "The payment cannot be captured")
        }
        guard wanted == order["id"]?.asInteger else {
            throw ShopRefusal(409, "wcpay_intent_order_mismatch", "The payment cannot be captured: other order")
        }
        guard !kind.hasPrefix("failing") else {
            throw ShopRefusal(502, "wcpay_capture_error", "Payment capture failed to complete")
        }
    }

    /// The order and the kind that an intent's name tells.
    private static func parts(of intent: String) -> (order: Int64?, kind: Substring) {
        let parts = intent.split(separator: "_", maxSplits: 2)
        guard parts.count == 3, parts[0] == "pi" else { return (nil, "") }
        return (Int64(parts[1]), parts[2])
    }

    /// The text of an order's meta data; empty when there is none.
    static func meta(_ key: String, of order: JSONValue) -> String {
        (order["meta_data"]?.asItems ?? []).last { $0["key"]?.text == key }?["value"]?.text ?? ""
    }
}
