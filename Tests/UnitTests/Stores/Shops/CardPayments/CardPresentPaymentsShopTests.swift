import Failures
import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// The accounts of the shop's extensions for card payments, and their charges.
@Suite struct CardPresentPaymentsShopTests {
    private let bench: StoreBench
    private let store: CardPresentPaymentsShopStore

    init() throws {
        bench = try StoreBench()
        store = CardPresentPaymentsShopStore(orders: ShopOrders(shop: bench.session))
    }

    private static let wooPayments = "GET wc/v3/payments/accounts"
    private static let stripe = "GET wc/v3/wc_stripe/account/summary"

    private static func account(_ status: String = "complete") -> String {
        """
        {"status": "\(status)", "is_live": true, "test_mode": false, "has_pending_requirements": false,
         "has_overdue_requirements": false, "current_deadline": 1800000000, "statement_descriptor": "CAFE",
         "store_currencies": {"default": "usd", "supported": ["usd", "cad"]}, "country": "US"}
        """
    }

    private func ask<Value: Sendable>(_ make: (Reply<Value>) -> CardPresentPaymentsShopAction) throws -> Value {
        try store.ask(in: bench.world, make)
    }

    private func load() throws -> [PaymentGatewayExtension] { try ask { .loadAccounts($0) }.items.map(\.gateway) }
    private var selected: PaymentGatewayExtension? {
        get throws { try ask { .loadActivePaymentGatewayExtension($0) } }
    }

    @Test func oneExtensionThatAnswersIsASuccess() throws {
        bench.shop.answer(Self.stripe, Self.account())
        let loaded = try ask { .loadAccounts($0) }
        #expect(loaded.items.map(\.gateway) == [.stripe] && loaded.isWhole)
        #expect(Set(bench.shop.asked) == [Self.wooPayments, Self.stripe], "both are asked")
        #expect(loaded.items[0].currencies == ["USD", "CAD"] && loaded.items[0].country == "US")
        #expect(loaded.items[0].deadline == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(try ask { .selectedPaymentGatewayAccount($0) } == loaded.items[0], "the only one is chosen")
    }

    @Test func aShopWithoutExtensionsSaysSo() throws {
        let failure = #expect(throws: Failure.self) { try load() }
        #expect(failure?.is(GatewayFailure.notInstalled) == true)
        #expect(try selected == nil)
    }

    @Test func theAccountOfAnExtensionThatIsGoneIsForgotten() throws {
        bench.shop.answer(Self.wooPayments, Self.account())
        bench.shop.answer(Self.stripe, Self.account())
        #expect(try load() == [.wooPayments, .stripe])
        #expect(try selected == nil, "of two accounts none is chosen by itself")
        bench.shop.refuse(Self.stripe, 404, "rest_no_route")
        #expect(try load() == [.wooPayments])
        #expect(try selected == .wooPayments)
    }

    @Test func whileTheShopIsAwayTheAccountsStayKept() throws {
        bench.shop.answer(Self.wooPayments, Self.account())
        _ = try load()
        bench.shop.isAway()
        let failure = #expect(throws: Failure.self) { try load() }
        #expect(failure?.is(ShopFailure.unreachable) == true)
        #expect(try selected == .wooPayments)
    }

    @Test func anExtensionWithoutAnAccountIsNotChosen() throws {
        bench.shop.answer(Self.wooPayments, "[]")
        #expect(try ask { .loadAccounts($0) }.items.map(\.status) == [.noAccount])
        #expect(try selected == nil)
    }

    @Test func anAccountIsChosenUntilTheSessionEnds() throws {
        let early = #expect(throws: Failure.self) { try ask { .use(.stripe, $0) } }
        #expect(early?.is(GatewayFailure.noAccount) == true)
        bench.shop.answer(Self.wooPayments, Self.account())
        bench.shop.answer(Self.stripe, Self.account("restricted_soon"))
        _ = try load()
        #expect(try ask { .use(.stripe, $0) }.status == .restrictedSoon)
        #expect(try selected == .stripe)
        store.clearOperatorData()
        #expect(try selected == nil)
    }

    // MARK: Charges

    private static let charge = "GET wc/v3/payments/charges/ch_1"

    private func charge() throws -> Cached<WCPayCharge> { try ask { .fetchWCPayCharge("ch_1", $0) } }

    @Test func ofAChargeOnlyTheBrandAndTheLastDigitsOfTheCardAreKept() throws {
        bench.shop.answer(
            Self.charge,
            """
            {"id": "ch_1", "amount": 4547, "currency": "usd", "captured": true, "refunded": false, "status": "succeeded",
             "payment_intent": "pi_1", "payment_method_details": {"type": "card_present", "card_present":
             {"brand": "visa", "last4": "4242", "exp_month": 12, "exp_year": 2031}}}
            """)
        let told = try charge()
        #expect(told.value.amount == Currency(code: "USD").map { Money(minorUnits: 4547, currency: $0) })
        #expect(told.value.cardBrand == "visa" && told.value.cardLastDigits == "4242" && told.value.isCaptured)
        #expect(!String(decoding: told.value.json.data, as: UTF8.self).contains("2031"))
        bench.shop.isAway()
        let kept = try charge()
        #expect(kept.value == told.value && kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test(arguments: [404, 500]) func aChargeThatTheShopDoesNotHaveIsForgotten(_ status: Int) throws {
        bench.shop.answer(
            Self.charge, #"{"id": "ch_1", "amount": 1, "currency": "usd", "status": "succeeded"}"#)
        _ = try charge()
        bench.shop.answer(
            Self.charge, status: status, #"{"code": "wcpay_get_charge", "message": "Error: No such charge: 'ch_1'"}"#)
        let failure = #expect(throws: Failure.self) { try charge() }
        #expect(failure?.is(GatewayFailure.chargeNotFound) == true)
        #expect(try bench.session.cache(of: WCPayCharge.self).kept("ch_1") == nil)
    }

    @Test func theStripeExtensionTellsNoCharges() throws {
        bench.shop.answer(Self.stripe, Self.account())
        _ = try load()
        bench.shop.forgetRequests()
        let failure = #expect(throws: Failure.self) { try charge() }
        #expect(failure?.is(ShopFailure.unsupported) == true && failure?.sentence.contains("Stripe") == true)
        #expect(bench.shop.asked.isEmpty)
    }

    @Test func anIdFromOutsideReachesNoOtherPath() {
        #expect(throws: Failure.self) { try ask { .fetchWCPayCharge("../accounts", $0) } }
        #expect(bench.shop.asked.isEmpty)
    }

    // MARK: What only telephones with Stripe's readers do

    @Test func whatIsForReadersOfStripeIsToldWithItsReason() {
        let told = [
            ("connection token", failure { .fetchConnectionToken($0) }),
            ("location", failure { .fetchDefaultLocation($0) }), ("updated", failure { .startCardReaderUpdate($0) }),
            ("telephone", failure { .checkTapToPaySupport($0) }),
        ]
        for (word, failure) in told {
            #expect(failure?.is(ShopFailure.unsupported) == true && failure?.sentence.contains(word) == true)
        }
        #expect(bench.shop.asked.isEmpty)
    }

    private func failure<Value: Sendable>(_ make: (Reply<Value>) -> CardPresentPaymentsShopAction) -> Failure? {
        do {
            let _: Value = try ask(make)
            return nil
        } catch { return error as? Failure }
    }
}
