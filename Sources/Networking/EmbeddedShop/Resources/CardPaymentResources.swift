import Foundation
import Model

/// `wc/v3/payments` of WooPayments and `wc/v3/wc_stripe` of the Stripe extension, which a shop may have.
///
/// There is no payment provider behind them. The name of a payment intent says what it is: `pi_1042_…` is an authorised intent for
/// order 1042, `pi_1042_canceled…` and `pi_1042_processing…` are in that status, `pi_1042_unauthorised…` was never authorised, and
/// `pi_1042_failing…` cannot be captured by the provider.
enum CardPaymentResources {
    static let all: [ShopRoute] =
        routes(of: .wooPayments, account: "accounts") + routes(of: .stripe, account: "account/summary") + [
            route(.wooPayments, [.get], "charges/*charge", .view) { call throws(ShopRefusal) in try charge(call) }
        ]

    /// The entry in the list of plugins.
    static func plugin(_ gateway: PaymentGatewayExtension) -> JSONValue {
        SiteResources.plugin(gateway.folder, gateway.name, version: gateway == .wooPayments ? "9.4.0" : "9.5.0")
    }

    private static func routes(of gateway: PaymentGatewayExtension, account: String) -> [ShopRoute] {
        [
            route(gateway, [.get], account, .list) { call throws(ShopRefusal) in
                call.answer(Self.account(gateway, call.rules), links: nil)
            },
            route(gateway, [.post], "connection_tokens", .create) { _ throws(ShopRefusal) in
                ShopAnswer(["object": "terminal.connection_token", "secret": "pst_test_simulated", "test_mode": true])
            },
            route(gateway, [.get], "terminal/locations/store", .view) { call throws(ShopRefusal) in
                ShopAnswer(["id": "tml_simulated", "display_name": .string(ShopTemplate.name), "livemode": false])
            },
            route(gateway, [.post], "orders/:order/capture_terminal_payment", .create) { call throws(ShopRefusal) in
                try TerminalCaptureRules(gateway: gateway, call: call).answer()
            },
        ]
    }

    /// A route that is there with the extension only.
    private static func route(
        _ gateway: PaymentGatewayExtension, _ methods: [Request.Method], _ pattern: String, _ right: ShopRoute.Right,
        _ handler: @escaping ShopRoute.Handler
    ) -> ShopRoute {
        ShopRoute(methods, "\(gateway.root)/\(pattern)", right) { call throws(ShopRefusal) in
            guard call.rules.cardPayments.contains(gateway) else { throw .noRoute }
            return try handler(call)
        }
    }

    private static func account(_ gateway: PaymentGatewayExtension, _ rules: ShopRules) -> JSONValue {
        let currency = JSONValue.string(rules.currency.lowercased())
        let account: JSONValue = [
            "status": "complete", "is_live": false, "test_mode": true, "has_pending_requirements": false,
            "has_overdue_requirements": false, "current_deadline": .null, "statement_descriptor": "TILL-SIM",
            "store_currencies": ["default": currency, "supported": [currency]], "country": .string(rules.country),
        ]
        return gateway == .wooPayments ? account.merging(["card_present_eligible": true]) : account
    }

    /// WooPayments answers a charge that there is not with 500.
    private static func charge(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let id = call.names["charge"] ?? ""
        let parts = id.split(separator: "_")
        let order = parts.count > 2 ? OrderID(rawValue: Int64(parts[1]) ?? 0) : OrderID(rawValue: 0)
        guard let order = try call.order(order)?.json, TerminalCaptureRules.meta("_charge_id", of: order) == id else {
            return ShopAnswer(
                ["code": "wcpay_get_charge", "message": .string("Error: No such charge: '\(id)'"), "data": .null],
                status: 500)
        }
        let amount = JSONValue.integer(call.rules.units(order["total"]) ?? 0)
        return ShopAnswer([
            "id": .string(id), "object": "charge", "amount": amount, "amount_captured": amount, "captured": true,
            "currency": .string(order["currency"]?.text?.lowercased() ?? ""), "refunded": false,
            "payment_intent": .string(TerminalCaptureRules.meta("_intent_id", of: order)), "status": "succeeded",
            "payment_method_details": [
                "type": "card_present",
                "card_present": ["brand": "visa", "last4": "4242", "exp_month": 12, "exp_year": 2031],
            ],
        ])
    }
}
