import Foundation
import Model
import Testing

@testable import Networking

/// The routes of WooPayments and the Stripe extension, and receipts of the shop's own.
@Suite struct CardPaymentRouteTests {
    private let shop = AskedShop(
        rules: ShopRules(
            home: "https://shop.example", currency: "USD", country: "US", cardPayments: [.wooPayments, .stripe]))

    private func newOrder(_ shop: AskedShop) async throws -> Int64 {
        let made = try await shop.order(["fee_lines": [["name": "x", "total": "2.00", "tax_status": "none"]]])
        return try #require(made["id"]?.asInteger)
    }

    private func capture(_ order: Int64, _ intent: String, root: String = "payments") async throws -> AskedShop.Answer {
        try await shop.ask(
            .post, "wc/v3/\(root)/orders/\(order)/capture_terminal_payment", [:], ["payment_intent_id": .string(intent)]
        )
    }

    @Test(arguments: [
        "payments/accounts", "payments/terminal/locations/store", "payments/charges/ch_1", "wc_stripe/account/summary",
    ])
    func aShopWithoutExtensionsHasNoSuchRoutes(_ path: String) async throws {
        let answer = try await AskedShop().ask(.get, "wc/v3/\(path)")
        #expect(answer.status == 404 && answer.code == "rest_no_route")
    }

    @Test func accountsTellTheCountryAndTheCurrency() async throws {
        let account = try await shop.ask(.get, "wc/v3/payments/accounts", ["_fields": "status,country"])
        #expect(account["status"] == "complete" && account["country"] == "US" && account["test_mode"] == nil)
        let stripe = try await shop.ask(.get, "wc/v3/wc_stripe/account/summary")
        #expect(stripe["store_currencies"]?["supported"] == ["usd"])
        let status = try await shop.ask(.get, "wc/v3/system_status")
        #expect(status["active_plugins"]?.asItems?.count == 3)
    }

    @Test func aCaptureCompletesTheOrderAndMakesACharge() async throws {
        let order = try await newOrder(shop)
        let captured = try await capture(order, "pi_\(order)_x", root: "wc_stripe")
        #expect(captured.status == 200 && captured["status"] == "succeeded")
        let after = try await shop.ask(.get, "wc/v3/orders/\(order)")
        #expect(after["payment_method"] == "stripe" && after["date_paid"] != .null)
        let charge = try await shop.ask(.get, "wc/v3/payments/charges/ch_\(order)_x")
        #expect(charge["amount"] == 200 && charge["payment_intent"]?.text == "pi_\(order)_x")
    }

    @Test func theSameIntentIsRefusedAfterItsCapture() async throws {
        let order = try await newOrder(shop)
        _ = try await capture(order, "pi_\(order)_x")
        for intent in ["pi_\(order)_x", "pi_\(order)_y"] {
            let again = try await capture(order, intent)
            #expect(again.status == 409 && again.code == "wcpay_payment_uncapturable")
        }
    }

    @Test func eachRuleHasItsOwnRefusal() async throws {
        let order = try await newOrder(shop)
        let refusals = [
            ("pi_\(order)_unauthorised", 409, "wcpay_payment_uncapturable"),
            ("pi_\(order + 1)_x", 409, "wcpay_intent_order_mismatch"), ("nonsense", 409, "wcpay_intent_order_mismatch"),
            ("pi_\(order)_failing", 502, "wcpay_capture_error"),
        ]
        for (intent, status, code) in refusals {
            let answer = try await capture(order, intent)
            #expect(answer.status == status && answer.code == code, "\(intent)")
        }
        let none = try await capture(999_999, "pi_1_x")
        #expect(none.status == 404 && none.code == "wcpay_missing_order")
        #expect(try await capture(order, "pi_\(order)_x").status == 200, "no refusal has changed the order")
    }

    @Test func anOrderWithRefundsIsNotCaptured() async throws {
        let order = try await newOrder(shop)
        let refund: JSONValue = ["amount": "1.00", "api_refund": false]
        #expect(try await shop.ask(.post, "wc/v3/orders/\(order)/refunds", [:], refund).status == 201)
        let answer = try await capture(order, "pi_\(order)_x")
        #expect(answer.status == 400 && answer.code == "wcpay_refunded_order_uncapturable")
    }

    @Test func aChargeThatThereIsNotIsAnsweredAsWooPaymentsDoes() async throws {
        let answer = try await shop.ask(.get, "wc/v3/payments/charges/ch_none")
        #expect(answer.status == 500 && answer.code == "wcpay_get_charge")
    }

    @Test func aReceiptIsMadeOnceUnlessANewOneIsForced() async throws {
        let path = "wc/v3/orders/\(try await newOrder(shop))/receipt"
        #expect(try await shop.ask(.get, path).code == "woocommerce_rest_not_found")
        let made = try await shop.ask(.post, path, [:], ["expiration_days": 2])
        #expect(try await shop.ask(.get, path).body == made.body)
        #expect(try await shop.ask(.post, path, [:], ["expiration_days": 9]).body == made.body)
        let forced = try await shop.ask(.post, path, [:], ["force_new": true])
        #expect(forced["receipt_url"] != made["receipt_url"])
        #expect(try await shop.ask(.get, path).body == forced.body)
    }
}
