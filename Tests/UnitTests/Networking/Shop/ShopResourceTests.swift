import Foundation
import Model
import Testing

@testable import Networking

/// The other resources of the shop.
@Suite struct ShopResourceTests {
    private let shop = AskedShop()

    @Test func everyTemplateIsJSON() {
        for template in [
            ShopTemplate.order, ShopTemplate.refund, ShopTemplate.product, ShopTemplate.variation,
            ShopTemplate.customer,
            ShopTemplate.coupon, ShopTemplate.review, ShopTemplate.tax, ShopTemplate.webhook, ShopTemplate.category,
            ShopTemplate.tag, ShopTemplate.term, ShopTemplate.attribute, ShopTemplate.avatars, ShopTemplate.userMeta,
            ShopTemplate.systemStatus,
        ] {
            #expect(template.asMembers?.isEmpty == false)
        }
        #expect(ShopTemplate.gateways.asItems?.count == 3 && ShopTemplate.settings.count == 62)
    }

    @Test(arguments: [
        "wc/v3/orders", "wc/v3/products", "wc/v3/customers", "wc/v3/coupons", "wc/v3/taxes", "wc/v3/products/reviews",
        "wc/v3/products/categories", "wc/v3/taxes/classes", "wc/v3/settings", "wc/v3/settings/general",
        "wc/v3/payment_gateways", "wc/v3/reports/orders/totals", "wc/v3/reports/sales", "wc-analytics/customers",
        "wc-analytics/reports/products", "wc-analytics/leaderboards", "wp/v2/comments",
    ])
    func everyListHasItemsAndNeedsALogin(path: String) async throws {
        let list = try await shop.ask(.get, path)
        #expect(list.status == 200 && !list.items.isEmpty, "\(list)")
        #expect(try await shop.ask(.get, path, from: .nobody).status == 401)
        let customer = ShopCaller(id: 9, role: .customer, name: "c")
        #expect(try await shop.ask(.get, path, from: customer).status == 403)
    }

    @Test func aKeyDoesOnlyWhatItMay() async throws {
        let reader = ShopCaller(id: 2, role: .shopManager, name: "r", mayWrite: false)
        let refused = try await shop.ask(.put, "wc/v3/orders/1001", [:], [:], from: reader)
        #expect(refused.status == 401 && refused["message"]?.text?.contains("write permissions") == true)
        #expect(try await shop.ask(.get, "wc/v3/orders/1001", from: reader).status == 200)
    }

    @Test func aProductIsFoundByItsCodesAndChangedByItsNumber() async throws {
        #expect(try await shop.ask(.get, "wc/v3/products", ["sku": "SIM-1001"]).ids == [12])
        #expect(try await shop.ask(.get, "wc/v3/products", ["global_unique_id": "4000000000001"]).ids == [12])
        #expect(try await shop.ask(.get, "wc/v3/products", ["sku": "SIM-TS-M"]).ids == [22], "by a variation's code")
        #expect(try await shop.ask(.get, "wc/v3/products/22/variations").ids.count == 3)
        #expect(try await shop.ask(.get, "wc/v3/products", ["search": "KASESPATZLE"]).ids.contains(18))
        let changed = try await shop.ask(.put, "wc/v3/products/12", [:], ["sale_price": "3"])
        #expect(changed["price"] == "3.00" && changed["on_sale"] == true)
        let taken = try await shop.ask(.post, "wc/v3/products", [:], ["name": "x", "sku": "SIM-1001"])
        #expect(taken.code == "product_invalid_sku" && taken["data"]?["resource_id"] == 12)
        let made = try await shop.ask(.post, "wc/v3/products", [:], ["name": "Neu: Tee", "regular_price": "4.5"])
        #expect(made.status == 201 && made["price"] == "4.50" && made["slug"] == "neu-tee")
        let order = try await shop.order(["line_items": [["product_id": 22, "variation_id": 100_002]]])
        #expect(order["line_items"]?.asItems?.first?["name"] == "T-Shirt „Kiosk“ - M")
    }

    /// Neither one that there is not, nor one of another product, becomes a line with the product's own price.
    @Test(arguments: [(22, 999), (12, 100_002), (12, 999)])
    func aVariationThatTheProductDoesNotHaveIsRefusedByName(_ product: Int64, _ variation: Int64) async throws {
        let line: JSONValue = ["product_id": .integer(product), "variation_id": .integer(variation)]
        let refused = try await shop.ask(.post, "wc/v3/orders", [:], ["line_items": .array([line])])
        #expect(refused.status == 400 && refused.code == "woocommerce_rest_product_variation_invalid_id")
        #expect(refused["message"]?.text == "Product \(product) has no variation \(variation).")
    }

    @Test func customersAreKnownByTheirAddressAndOnlyAnAdministratorRemovesThem() async throws {
        #expect(try await shop.ask(.post, "wc/v3/customers", [:], [:]).code == "rest_missing_callback_param")
        let made = try await shop.ask(.post, "wc/v3/customers", [:], ["email": "Neu@shop.example"])
        #expect(made.status == 201 && made["username"] == "neu" && made["email"] == "neu@shop.example")
        let again = try await shop.ask(.post, "wc/v3/customers", [:], ["email": "neu@shop.example"])
        #expect(again.code == "registration-error-email-exists")
        let path = "wc/v3/customers/\(made["id"]?.asInteger ?? 0)"
        #expect(try await shop.ask(.delete, path, ["force": "true"]).status == 403)
        let chief = ShopCaller(id: 1, role: .administrator, name: "a")
        #expect(try await shop.ask(.delete, path, from: chief).status == 501)
        #expect(try await shop.ask(.delete, path, ["force": "true"], from: chief).status == 200)
        #expect(try await shop.ask(.get, path).code == "wc_user_invalid_id")
    }

    /// WooCommerce tells of those with the role of a customer unless it is asked for others.
    @Test func peopleAreListedByTheirRoles() async throws {
        let path = "wc/v3/customers"
        let (usual, all) = (try await shop.ask(.get, path), try await shop.ask(.get, path, ["role": "all"]))
        #expect(usual.ids.first == 3 && all.ids.prefix(3) == [1, 2, 3])
        let totals = [usual, all].map { $0.headers["x-wp-total"].flatMap { Int($0) } ?? 0 }
        #expect(totals[1] == totals[0] + 2)
        #expect(try await shop.ask(.get, path, ["role": "shop_manager"]).ids == [2])
        let unknown = try await shop.ask(.get, path, ["role": "wholesaler"])
        #expect(unknown.status == 400 && unknown["data"]?["details"]?["role"]?["code"] == "rest_not_in_enum")
        #expect(try await shop.ask(.get, "\(path)/2")["role"] == "shop_manager", "one person is told whatever the role")
    }

    @Test func notesReviewsRepliesAndReceipts() async throws {
        let note = try await shop.ask(
            .post, "wc/v3/orders/1001/notes", [:], ["note": "Bon gedruckt 🍳", "customer_note": true])
        #expect(note.status == 201 && note["author"] == "WooCommerce")
        #expect(try await shop.ask(.get, "wc/v3/orders/1001/notes", ["type": "internal"]).items.isEmpty)
        #expect(
            try await shop.ask(.post, "wc/v3/orders/9/notes", [:], ["note": "x"]).code
                == "woocommerce_rest_order_invalid_id")
        let review: JSONValue = [
            "product_id": 12, "review": "Gut", "reviewer": "K", "reviewer_email": "k@shop.example", "rating": 5,
        ]
        let made = try await shop.ask(.post, "wc/v3/products/reviews", [:], review)
        #expect(made.status == 201)
        #expect(try await shop.ask(.post, "wc/v3/products/reviews", [:], review).status == 409)
        let reply: JSONValue = ["post": 12, "parent": made["id"] ?? 0, "content": "Danke"]
        #expect(try await shop.ask(.post, "wp/v2/comments", [:], reply)["parent"] == made["id"])
        #expect(
            try await shop.ask(.get, "wc/v3/products/reviews", ["product": "12"]).ids.count == 2, "a reply is no review"
        )
        let held = try await shop.ask(
            .put, "wc/v3/products/reviews/\(made["id"]?.asInteger ?? 0)", [:], ["status": "hold"])
        #expect(held["status"] == "hold")
        #expect(try await shop.ask(.get, "wc/v3/orders/1001/receipt").status == 404)
        let receipt = try await shop.ask(.post, "wc/v3/orders/1001/receipt", [:], [:])
        #expect(receipt["expiration_date"] == "2026-11-22")
        #expect(try await shop.ask(.get, "wc/v3/orders/1001/receipt")["receipt_url"] == receipt["receipt_url"])
    }

    @Test func aSettingThatIsChangedChangesTheShop() async throws {
        let path = "wc/v3/settings/general/woocommerce_currency"
        #expect(try await shop.ask(.put, path, [:], ["value": "nope"]).code == "rest_setting_value_invalid")
        #expect(try await shop.ask(.put, path, [:], ["value": "CHF"])["value"] == "CHF")
        #expect(try await shop.order(["line_items": [["product_id": 12]]])["currency"] == "CHF")
        #expect(try await shop.ask(.get, "wc/v3/settings/nope").code == "rest_setting_setting_group_invalid")
    }

    @Test func aWebhookIsPingedAndItsSecretIsNeverShown() async throws {
        let body: JSONValue = ["topic": "order.updated", "delivery_url": "http://127.0.0.1:1/hook", "secret": "s3"]
        let made = try await shop.ask(.post, "wc/v3/webhooks", [:], body)
        #expect(made.status == 201 && made["secret"] == nil && made.events.map(\.topic) == ["ping"])
        #expect(await shop.shop.webhooks().map(\.secret) == ["s3"])
        #expect(try await shop.ask(.get, "wc/v3/webhooks").items.first?["secret"] == nil)
        let wrong = try await shop.ask(.post, "wc/v3/webhooks", [:], ["topic": "nope.x"])
        #expect(wrong.code == "woocommerce_rest_shop_webhook_invalid_topic")
    }

    @Test func aPluginThatIsAbsentHasNoRoute() async throws {
        let path = "wc/v3/orders/1001/shipment-trackings"
        #expect(try await shop.ask(.get, path).code == "rest_no_route")
        let shop = AskedShop(rules: ShopRules(hasTracking: true))
        let made = try await shop.ask(.post, path, [:], ["tracking_number": "1Z", "tracking_provider": "DHL"])
        #expect(made.status == 201)
        let id = made["tracking_id"]?.text ?? ""
        #expect(try await shop.ask(.delete, "\(path)/\(id)").status == 200)
        #expect(try await shop.ask(.get, path).items.isEmpty)
        #expect(try await shop.ask(.get, "\(path)/providers")["Germany"] != nil)
    }

    @Test func salesAreSummedExactlyInEveryInterval() async throws {
        let query = [
            "after": "2025-11-01T00:00:00", "before": "2026-11-21T23:59:59", "interval": "month", "per_page": "100",
        ]
        let stats = try await shop.ask(.get, "wc-analytics/reports/revenue/stats", query)
        let intervals = stats["intervals"]?.asItems ?? []
        #expect(intervals.count == 13 && intervals.first?["interval"] == "2026-11")
        let rules = ShopRules()
        for name in ["total_sales", "net_revenue", "taxes"] {
            let parts = intervals.reduce(Int64(0)) { $0 + (rules.units($1["subtotals"]?[name]) ?? 0) }
            #expect(parts > 0 && parts == rules.units(stats["totals"]?[name]), "\(name)")
        }
        let wrong = try await shop.ask(.get, "wc-analytics/reports/revenue/stats", ["interval": "fortnight"])
        #expect(wrong.code == "rest_invalid_param")
    }

    @Test func theSameSeedMakesTheSameShopAndOrdersAddUp() async throws {
        let (left, right) = (AskedShop(orders: 300), AskedShop(orders: 300))
        let page = ["per_page": "100", "page": "2"]
        let orders = try await left.ask(.get, "wc/v3/orders", page)
        #expect(try await right.ask(.get, "wc/v3/orders", page).body == orders.body)
        let rules = ShopRules()
        for order in orders.items {
            let parts = (order["line_items"]?.asItems ?? []).reduce(Int64(0)) { sum, line in
                sum + (rules.units(line["total"]) ?? 0) + (rules.units(line["total_tax"]) ?? 0)
            }
            #expect(parts == rules.units(order["total"]))
        }
    }

    /// What a row says without its body is what the body says.
    @Test func anOrderIsFoundByWhatItsBodySays() throws {
        let made = MadeShop(
            seed: 3, orders: 50, rules: ShopRules(utcOffset: 3600), now: .init(timeIntervalSince1970: 1_795_219_200))
        let orders = MadeOrders(made)
        for id in orders.ids {
            let order = try #require(orders.order(id))
            #expect(OrderFacts(order) == orders.facts(id))
        }
    }
}
