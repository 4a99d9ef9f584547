import Failures
import Flow
import Foundation
import Model
import Testing

@testable import Networking
@testable import Stores

/// Whether the shop's extension would take a card payment for an order.
@Suite struct OrderEligibilityTests {
    private let bench: StoreBench
    private let store: CardPresentPaymentsShopStore

    init() throws {
        bench = try StoreBench()
        store = CardPresentPaymentsShopStore(orders: ShopOrders(shop: bench.session))
        try choose("US", #"["usd"]"#)
    }

    /// The shop has an account in this country, for these currencies.
    private func choose(_ country: String, _ currencies: String) throws {
        bench.shop.answer(
            "GET wc/v3/payments/accounts",
            #"{"status": "complete", "country": "\#(country)", "store_currencies": {"supported": \#(currencies)}}"#)
        let _: Listing<PaymentGatewayAccount> = try store.ask(in: bench.world) { .loadAccounts($0) }
    }

    private func check(_ members: [String: JSONValue] = [:]) throws -> Cached<OrderEligibility> {
        let order: [String: JSONValue] = [
            "id": 1042, "status": "pending", "currency": "USD", "total": "12.50", "payment_method": "cod",
            "line_items": [["id": 1, "product_id": 11, "name": "Coffee", "quantity": 1, "total": "12.50"]],
        ]
        let body = JSONValue.object(order.merging(members) { $1 }).data
        bench.shop.answer("GET wc/v3/orders/1042", String(decoding: body, as: UTF8.self))
        return try store.ask(in: bench.world) { .checkEligibility(OrderID(rawValue: 1042), $0) }
    }

    @Test func anOpenOrderInTheAccountsCurrencyIsEligible() throws {
        #expect(try check().value.isEligible)
    }

    /// As the shop's extensions have them.
    @Test func onlyOpenOrdersThatAreToBePaidAtTheTillAreEligible() throws {
        for status in ["pending", "on-hold", "processing", "failed"] {
            #expect(try check(["status": .string(status)]).value.isEligible, "\(status)")
        }
        for status in ["completed", "cancelled", "refunded", "checkout-draft"] {
            let told = try check(["status": .string(status)]).value.obstacles
            #expect(told == [.status(OrderStatus(rawValue: status))])
        }
        for method in ["", "cod", "woocommerce_payments", "stripe", "wc-booking-gateway", "none"] {
            #expect(try check(["payment_method": .string(method)]).value.isEligible, "\(method)")
        }
    }

    /// Where the extensions' own rules for a country are not known, the account's currencies count.
    @Test func theCountryDecidesWhichCurrencyIsTaken() throws {
        try choose("US", #"["usd", "eur"]"#)
        #expect(try check(["currency": "EUR"]).value.obstacles == [.currency("EUR")])
        #expect(try check(["currency": "usd"]).value.isEligible)
        try choose("DE", #"["usd", "eur"]"#)
        #expect(try check(["currency": "EUR", "total": "0.01"]).value.isEligible)
        #expect(try check(["currency": "GBP"]).value.obstacles == [.currency("GBP")])
    }

    private static let obstacles: [([String: JSONValue], [OrderEligibility.Obstacle])] = [
        (["date_paid_gmt": "2026-11-20T10:00:00"], [.alreadyPaid]),
        (["total": "0.00"], [.nothingToPay]),
        (["refunds": [["id": 1, "total": "-1.00"]]], [.partlyRefunded]),
        (["status": "cancelled"], [.status(.cancelled)]),
        (["payment_method": "bacs"], [.paymentMethod("bacs")]),
        (["currency": "EUR"], [.currency("EUR")]),
        (["currency": "EUR", "total": "0.01"], [.currency("EUR")]),
        (["total": "-1.00"], [.nothingToPay]),
        (["currency": "EUR", "status": "completed"], [.status(.completed), .currency("EUR")]),
    ]

    @Test(arguments: 0..<obstacles.count) func eachObstacleIsTold(_ number: Int) throws {
        let (members, expected) = Self.obstacles[number]
        let told = try check(members).value
        #expect(told.obstacles == expected && !told.isEligible)
    }

    @Test func lessThanTheSmallestPaymentIsNotTaken() throws {
        let told = try check(["total": "0.49"]).value.obstacles
        let least = Currency(code: "USD").map { Money(minorUnits: 50, currency: $0) }
        #expect(told == least.map { [.belowMinimum($0)] })
        #expect(try check(["total": "0.50"]).value.isEligible)
    }

    @Test func aSubscriptionIsNotPaidInPerson() throws {
        let product = try Product(ShopObject(["id": 11, "type": "variable-subscription"], at: ""))
        try bench.session.cache(of: Product.self).keep(product)
        #expect(try check().value.obstacles == [.subscription])
    }

    @Test func withoutAnAccountNothingIsEligible() throws {
        store.clearOperatorData()
        #expect(try check().value.obstacles == [.noAccount])
    }

    @Test func whileTheShopIsAwayTheKeptOrderCounts() throws {
        let asOf = try check().asOf
        bench.shop.isAway()
        bench.world.advance(by: .seconds(60))
        let known = try store.ask(in: bench.world) { .checkEligibility(OrderID(rawValue: 1042), $0) }
        #expect(known.value.isEligible && known.asOf == asOf && known.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func anOrderThatTheShopDoesNotHaveIsTold() throws {
        bench.shop.refuse("GET wc/v3/orders/7", 404, "woocommerce_rest_shop_order_invalid_id")
        let failure = #expect(throws: Failure.self) {
            let _: Cached<OrderEligibility> = try store.ask(in: bench.world) {
                .checkEligibility(OrderID(rawValue: 7), $0)
            }
        }
        #expect(failure?.is(OrderFailure.notFound) == true)
    }

    @Test func eachObstacleHasItsOwnCode() {
        let obstacles: [OrderEligibility.Obstacle] = [
            .alreadyPaid, .nothingToPay, .partlyRefunded, .status(.failed), .paymentMethod(""), .currency(""),
            .belowMinimum(.zero(.eur)), .subscription, .noAccount,
        ]
        #expect(Set(obstacles.map(\.code)).count == obstacles.count)
    }
}
