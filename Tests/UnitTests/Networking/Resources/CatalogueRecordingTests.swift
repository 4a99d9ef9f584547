import Foundation
import Model
import Synchronization
import Testing

@testable import HTTPNetworking
@testable import Networking

/// Products, coupons, refunds, reviews, reports and webhooks as a real WooCommerce answers them. Skipped, and said so, where
/// the recordings are not there.
@Suite(.enabled(if: WooReference.isHere, "../shared is not beside this repository (or set TILL_SHARED)"))
struct CatalogueRecordingTests {
    private func list<Entity: ShopEntity>(_ name: String, _: Entity.Type = Entity.self) throws -> [Entity] {
        try EntityListMapper<Entity>().map(try WooReference.recording(name).response).items
    }

    private func one<Entity: ShopEntity>(_ name: String, _: Entity.Type = Entity.self) throws -> Entity {
        try EntityMapper<Entity>().map(try WooReference.recording(name).response)
    }

    @Test(arguments: [
        ("053-products-list", 10), ("054-products-by-sku", 1), ("056-products-by-sku-variable", 1),
        ("057-variations-list", 6), ("058-products-by-sku-outofstock", 1), ("121-products-search", 2),
        ("122-products-gtin", 1), ("123-products-instock", 3), ("126-products-status-draft", 1),
    ])
    func everyRecordedListOfProductsIsRead(_ name: String, _ count: Int) throws {
        #expect(try list(name, Product.self).count == count)
    }

    @Test func aProductIsReadExactlyAndWrittenAsItCame() throws {
        let product = try one("119-product-get", Product.self)
        #expect(
            product.sku == "RIG-002" && product.globalUniqueID == "4000010000010"
                && product.price == Decimal(string: "3.60"))
        #expect(product.canBeSold && !product.isVariation)
        #expect(product.json == (try JSONValue(parsing: try WooReference.recording("119-product-get").response.body)))
    }

    @Test func aVariableProductCannotBeSoldAndItsVariationCan() throws {
        #expect(try !one("120-product-get-variable", Product.self).canBeSold)
        let variation = try one("133-variation-get", Product.self)
        #expect(variation.canBeSold && variation.isVariation && variation.parentID == 44)
    }

    @Test func couponsAreRead() throws {
        #expect(try list("159-coupons-list", Coupon.self).count == 6)
        let coupon = try #require(try list("160-coupons-by-code", Coupon.self).first)
        #expect(coupon.code == "kaffee10" && coupon.amount == 10 && coupon.exactName == Coupon.name("KAFFEE10"))
        #expect(coupon.isUsable(at: Date(timeIntervalSince1970: 1_795_000_000)))
    }

    @Test func refundsAreReadWithTheirGoods() throws {
        #expect(try list("105-refunds-list", Refund.self).count == 3)
        let refund = try one("106-refund-get", Refund.self)
        #expect(refund.amount == Decimal(string: "3.24") && refund.items.map(\.quantity) == [-1])
        #expect(!refund.isPaidByShop)
    }

    @Test func reviewsAreReadWithoutHTML() throws {
        #expect(try list("138-products-reviews", ProductReview.self).count == 10)
        let waiting = try list("142-reviews-hold", ProductReview.self)
        #expect(waiting.map(\.status) == [.hold, .hold])
        #expect(waiting.first?.text == "Hat lange gedauert 😕")
        #expect(try one("145-review-update", ProductReview.self).status == .hold)
    }

    @Test(arguments: ["196-analytics-reports-revenue-stats", "197-analytics-reports-revenue-stats-hour"])
    func theRevenueIsReadExactly(_ name: String) throws {
        let day = try #require(CalendarDay("2026-11-20"))
        let page = try ReportPageMapper().map(try WooReference.recording(name).response)
        let stats = try page.stats(StatsSpan(from: day, to: day, by: .day))
        #expect(stats.totals.orders == 34 && stats.totals.itemsSold == 191)
        #expect(stats.totals.grossRevenue == Decimal(string: "1640.4199999999998"))
        #expect(stats.intervals.map(\.start) == stats.intervals.map(\.start).sorted())
    }

    @Test func theOldReportsAreRead() throws {
        let name = "187-reports-sales-date-min-2026-11-01-date-max-2026-11-20"
        #expect(try SalesReportMapper().map(try WooReference.recording(name).response).count == 20)
        let totals = try StatusTotalsMapper().map(try WooReference.recording("190-reports-orders-totals").response)
        #expect(totals[.completed] == 95 && totals[OrderStatus(rawValue: "checkout-draft")] == 7)
    }

    @Test func theBestSellersAreRead() throws {
        let mapper = TopEarnersMapper(key: "2026-11-20")
        let items = try mapper.map(try WooReference.recording("199-analytics-reports-products").response).items
        #expect(items.first?.name == "T-Shirt „Kiosk“" && items.first?.netRevenue == Decimal(string: "598.84"))
    }

    @Test func changedOrdersAreReadAsNotifications() throws {
        let orders = try WooReference.recording("039-orders-modified-after").response
        for order in try ShopObject.list(try JSONValue(parsing: orders.body), at: "") {
            #expect(try ShopNotification(order: order).kind == .storeOrder)
        }
    }

    @Test func webhooksAreRead() throws {
        let webhooks = try list("223-webhooks-list", Webhook.self)
        #expect(webhooks.map(\.topic) == ["order.updated", "order.created"] || webhooks.count == 2)
    }

    @Test func theRecordedDeliveriesAreSignedAndTheirPingsAreNot() throws {
        let folder = try #require(WooReference.folder).appending(path: "woo-recordings/226-webhook-deliveries.json")
        let recorded = try JSONValue(parsing: try Data(contentsOf: folder))
        let verifier = WebhookVerifier(try #require(WebhookSecret("hook-secret")))
        var signed = 0
        for delivery in try #require(recorded["deliveries"]?.list) {
            let pairs = (delivery["headers"]?.list ?? []).compactMap(\.list).map {
                ($0[0].text ?? "", $0[1].text ?? "")
            }
            let headers = Dictionary(pairs.map { ($0.0.lowercased(), $0.1) }, uniquingKeysWith: { $1 })
            let body = Data((delivery["body"]?.text ?? "").utf8)
            let received = WebhookDelivery(headers: headers, body: body)
            #expect(verifier.isSigned(received) == (delivery["signature_ok"] == true))
            guard verifier.isSigned(received) else {
                #expect(try verifier.event(of: received) == .ping)
                continue
            }
            signed += 1
            guard case .orderChanged? = try verifier.event(of: received) else {
                Issue.record("a signed delivery is no change of an order")
                continue
            }
            #expect(!verifier.isSigned(WebhookDelivery(headers: headers, body: body + Data(" ".utf8))))
        }
        #expect(signed == 3)
    }
}
