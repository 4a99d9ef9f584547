import Failures
import Flow
import Foundation
import Networking
import Testing

@testable import Stores

/// The payment methods of a shop.
@Suite struct PaymentGatewayStoreTests {
    private let bench: StoreBench
    private let store: PaymentGatewayStore

    init() throws {
        bench = try StoreBench()
        store = PaymentGatewayStore(shop: bench.session)
        bench.shop.answer(
            "GET wc/v3/payment_gateways",
            """
            [{"id": "cod", "title": "Barzahlung", "enabled": true, "order": "", "method_title": "Cash on delivery",
              "method_supports": ["products"], "settings": []},
             {"id": "stripe", "title": "Karte", "enabled": false, "order": 2, "method_title": "Stripe", "method_supports":
              ["products", "refunds"], "settings": {"key": {"id": "key", "type": "password", "value": "sk_live_1"}}}]
            """)
    }

    private func gateways() throws -> Cached<Listing<PaymentGateway>> {
        try store.ask(in: bench.world) { .synchronizePaymentGateways($0) }
    }

    private func keptGateways() throws -> Cached<Listing<PaymentGateway>> {
        try bench.askOffline(store) { .synchronizePaymentGateways($0) }
    }

    private func enable(_ id: String) throws -> PaymentGateway {
        try store.ask(in: bench.world) { .updatePaymentGateway(id: id, PaymentGatewayChange(isEnabled: true), $0) }
    }

    @Test func thePaymentMethodsAreKeptWithTheirTimeAndWithoutSecretKeys() throws {
        let told = try gateways()
        #expect(told.value.items.map(\.isEnabled) == [true, false])
        #expect(told.value.items[1].features == ["products", "refunds"])
        #expect(!told.value.items.contains { String(decoding: $0.json.data, as: UTF8.self).contains("sk_live") })
        let kept = try keptGateways()
        #expect(kept.value == told.value && kept.asOf == told.asOf && kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func changingOnePaymentMethodLeavesTheOthersKept() throws {
        _ = try gateways()
        bench.shop.answer("PUT wc/v3/payment_gateways/stripe", #"{"id": "stripe", "title": "Karte", "enabled": true}"#)
        #expect(try enable("stripe").isEnabled)
        #expect(bench.shop.requests.last?.body == Data(#"{"enabled":true}"#.utf8), "nothing else is changed")
        let kept = try keptGateways().value
        #expect(kept.items.map(\.id) == ["cod", "stripe"] && kept.items.allSatisfy(\.isEnabled) && kept.isWhole)
    }

    @Test func aPaymentMethodThatTheShopDoesNotHaveAnyMoreIsRemoved() throws {
        _ = try gateways()
        bench.shop.refuse(
            "PUT wc/v3/payment_gateways/stripe", code: "woocommerce_rest_payment_gateway_invalid_id")
        let failure = #expect(throws: Failure.self) { try enable("stripe") }
        #expect(failure?.is(GatewayFailure.notFound) == true)
        #expect(try keptGateways().value.items.map(\.id) == ["cod"])
    }

    @Test func aPaymentMethodThatIsGoneFromTheListIsNotKept() throws {
        _ = try gateways()
        bench.shop.answer("GET wc/v3/payment_gateways", #"[{"id": "cod", "title": "Bar", "enabled": true}]"#)
        _ = try gateways()
        #expect(try bench.session.cache(of: PaymentGateway.self).kept("stripe") == nil)
    }

    @Test func aRefusalLeavesTheKeptOnesAlone() throws {
        _ = try gateways()
        bench.shop.refuse("PUT wc/v3/payment_gateways/cod", status: 403, code: "woocommerce_rest_cannot_edit")
        #expect(throws: Failure.self) { try enable("cod") }
        bench.shop.answer("GET wc/v3/payment_gateways", #"[{"title": "no id"}]"#)
        #expect(throws: Failure.self) { try gateways() }
        #expect(try keptGateways().value.items.count == 2)
    }

    @Test func anIdFromOutsideReachesNoOtherPath() {
        #expect(throws: Failure.self) { try enable("../orders/1") }
        #expect(bench.shop.asked.isEmpty)
    }

    @Test func signingOutForgetsThePaymentMethods() throws {
        _ = try gateways()
        store.clearOperatorData()
        #expect(throws: Failure.self) { try keptGateways() }
    }
}
