import Foundation
import Model
import Testing

@testable import Networking

/// Orders of the shop: amounts, status, stock. The menu's prices include tax: 3.60 at 19 % is product 12, 3.70 at 7 % is 17.
@Suite struct ShopOrderTests {
    private let shop = AskedShop()

    private func stock(_ product: Int64) async throws -> Int64? {
        try await shop.ask(.get, "wc/v3/products/\(product)")["stock_quantity"]?.asInteger
    }

    /// Those of a till without a shop, which are stored as they were made up.
    @Test func theDemonstrationOrdersAreReadWhole() async throws {
        let orders = DemoShop.embeddedOrders(placedAt: Date(timeIntervalSince1970: 1_795_132_800))
        let shop = EmbeddedShop(
            database: MemoryShopDatabase(orders), catalogue: DemoShop.catalogue, environment: .standing)
        let remote = OrdersRemote(network: shop, site: .embedded)
        let query = ["status": "any", "orderby": "modified", "order": "asc"]
        #expect(try await remote.loadRecords(query: query, page: 1, size: 100).items.count == orders.count)
    }

    @Test func aNewOrderIsPricedAndTaxedToTheCent() async throws {
        let order = try await shop.order([
            "line_items": [["product_id": 12, "quantity": 2], ["product_id": 17, "quantity": 1]],
            "fee_lines": [["name": "Trinkgeld", "total": "1.00", "tax_status": "none"]],
        ])
        #expect(order.status == 201)
        #expect(order["total"] == "11.90" && order["total_tax"] == "1.39" && order["cart_tax"] == "1.39")
        let lines = order["line_items"]?.asItems ?? []
        #expect(lines.map { $0["total"] } == ["6.05", "3.46"] && lines.map { $0["total_tax"] } == ["1.15", "0.24"])
        #expect(lines.first?["price"]?.asPlain == "3.02521")
        #expect((order["tax_lines"]?.asItems ?? []).map { $0["tax_total"] } == ["1.15", "0.24"])
        #expect(order["status"] == "pending" && order["needs_payment"] == true && order["date_paid"] == .null)
        #expect(order.events.map(\.topic) == ["order.created"])
    }

    @Test(arguments: [(0, "360", "58"), (3, "3.600", "0.575")])
    func decimalsAreThoseOfTheShop(decimals: Int, total: String, tax: String) async throws {
        let shop = AskedShop(rules: ShopRules(currency: "XXX", decimals: decimals))
        let order = try await shop.order(["line_items": [["product_id": 12, "quantity": 1]]])
        // Yen have no hundredths: the menu's numbers are whole there.
        #expect(order["total"]?.text == total)
        #expect(decimals == 0 ? order["total_tax"] == "57" : order["total_tax"]?.text == tax)
    }

    @Test func taxComesOnTopWherePricesAreNet() async throws {
        let shop = AskedShop(rules: ShopRules(pricesIncludeTax: false))
        let order = try await shop.order(["line_items": [["product_id": 12, "quantity": 1]]])
        #expect(order["total"] == "4.28" && order["total_tax"] == "0.68")
    }

    @Test func aCouponTakesItsPercentFromEachLine() async throws {
        let order = try await shop.order([
            "line_items": [["product_id": 12, "quantity": 4]], "coupon_lines": [["code": "KAFFEE10"]],
        ])
        #expect(order["total"] == "12.96" && order["discount_total"] == "1.21" && order["discount_tax"] == "0.23")
        let coupon = try await shop.ask(.get, "wc/v3/coupons", ["code": "kaffee10"])
        #expect(coupon.items.first?["usage_count"] == 1)
    }

    @Test func aFixedAmountIsSpreadOverTheLinesWithoutLosingACent() {
        #expect(OrderDraft.spread(100, over: [333, 333, 334]) == [34, 33, 33])
        #expect(OrderDraft.spread(5, over: []) == [] && OrderDraft.spread(5, over: [0]) == [0])
    }

    @Test(arguments: [("gibtsnicht", "does not exist"), ("abgelaufen", "has expired")])
    func aCouponThatIsNoneIsRefused(code: String, why: String) async throws {
        let order = try await shop.order([
            "line_items": [["product_id": 12]], "coupon_lines": [["code": .string(code)]],
        ])
        #expect(order.status == 400 && order.code == "woocommerce_rest_invalid_coupon")
        #expect(order["message"]?.text?.contains(why) == true)
    }

    @Test func payingTakesTheGoodsFromTheStockOnceAndCancellingBringsThemBack() async throws {
        let counted = try await shop.ask(.put, "wc/v3/products/12", [:], ["manage_stock": true, "stock_quantity": 9])
        #expect(counted["stock_status"] == "instock")
        let id = try await shop.order(["line_items": [["product_id": 12, "quantity": 2]]])["id"]?.asInteger ?? 0
        let path = "wc/v3/orders/\(id)"
        for _ in 1...2 {
            let paid = try await shop.ask(.put, path, [:], ["set_paid": true, "transaction_id": "T-1"])
            #expect(paid["status"] == "processing" && paid["date_paid_gmt"] == "2026-11-21T00:00:00")
            #expect(paid["date_paid"] == "2026-11-21T01:00:00" && paid["needs_payment"] == false)
            #expect(try await stock(12) == 7)
        }
        #expect(try await shop.ask(.put, path, [:], ["status": "cancelled"])["status"] == "cancelled")
        #expect(try await stock(12) == 9)
        let notes = try await shop.ask(.get, "\(path)/notes").items.compactMap { $0["note"]?.text }
        #expect(notes.contains("Order status changed from Pending payment to Processing."))
        #expect(notes.contains("Stock levels reduced: Cappuccino (9&rarr;7)"))
    }

    @Test func cashAndFilesAreCompletedAtOnce() async throws {
        let cash = try await shop.order([
            "set_paid": true, "payment_method": "cod", "line_items": [["product_id": 12]],
        ])
        #expect(cash["status"] == "completed" && cash["date_completed"] != .null)
        let file = try await shop.order(["set_paid": true, "line_items": [["product_id": 24]]])
        #expect(file["status"] == "completed" && file["needs_processing"] == false)
    }

    @Test func linesAreChangedAndRemovedById() async throws {
        let order = try await shop.order(["line_items": [["product_id": 12], ["product_id": 17]]])
        let path = "wc/v3/orders/\(order["id"]?.asInteger ?? 0)"
        let ids = (order["line_items"]?.asItems ?? []).compactMap { $0["id"] }
        let more = try await shop.ask(.put, path, [:], ["line_items": [["id": ids[0], "quantity": 3]]])
        #expect(more["total"] == "7.30", "as in WooCommerce, the quantity alone changes no total")
        let fewer = try await shop.ask(.put, path, [:], ["line_items": [["id": ids[0], "product_id": .null]]])
        #expect(fewer["total"] == "3.70" && fewer["line_items"]?.asItems?.count == 1)
        let none = try await shop.ask(.put, path, [:], ["line_items": [["id": ids[0], "quantity": 1]]])
        #expect(none.status == 400)
    }

    @Test func anUnknownProductIsALineOfNothingAndNoProductIsRefused() async throws {
        #expect(try await shop.order(["line_items": [["product_id": 999_999]]])["total"] == "0.00")
        let none = try await shop.order(["line_items": [["quantity": 1]]])
        #expect(none.code == "woocommerce_rest_required_product_reference")
    }

    @Test func anOrderGoesToTheBinAndThenAway() async throws {
        let path = "wc/v3/orders/1001"
        #expect(try await shop.ask(.delete, path)["status"] == "trash")
        #expect(try await shop.ask(.delete, path).status == 410)
        #expect(try await shop.ask(.get, path)["status"] == "trash")
        #expect(try await shop.ask(.get, "wc/v3/orders", ["status": "trash"]).ids == [1001])
        #expect(try await shop.ask(.get, "wc/v3/orders").headers["x-wp-total"] == "39")
        #expect(try await shop.ask(.put, path, [:], ["status": "pending"])["status"] == "pending")
        #expect(try await shop.ask(.get, "wc/v3/orders").headers["x-wp-total"] == "40")
        #expect(try await shop.ask(.delete, path, ["force": "true"]).status == 200)
        #expect(try await shop.ask(.get, path).code == "woocommerce_rest_shop_order_invalid_id")
        #expect(try await shop.ask(.put, path, [:], [:]).status == 400, "WooCommerce answers 400 to a change")
    }

    @Test func listsAreFilteredSortedAndPaged() async throws {
        let all = try await shop.ask(.get, "wc/v3/orders", ["per_page": "100"])
        #expect(all.ids == all.ids.sorted(by: >) && all.ids.count == 40)
        let second = try await shop.ask(.get, "wc/v3/orders", ["per_page": "10", "page": "2"])
        #expect(second.ids == Array(all.ids[10..<20]) && second.headers["x-wp-totalpages"] == "4")
        #expect(second.headers["link"]?.contains("page=3>; rel=\"next\"") == true)
        let past = try await shop.ask(.get, "wc/v3/orders", ["page": "99"])
        #expect(past.items.isEmpty && past.headers["x-wp-total"] == "0")
        let rest = try await shop.ask(
            .get, "wc/v3/orders", ["exclude": "1040", "offset": "1", "orderby": "id", "order": "asc", "per_page": "2"])
        #expect(rest.ids == [1002, 1003])
        let middle = all.items[20]["date_created_gmt"]?.text ?? ""
        let late = try await shop.ask(
            .get, "wc/v3/orders", ["after": middle, "dates_are_gmt": "true", "per_page": "100"])
        #expect(late.ids == Array(all.ids[..<20]))
        let picked = try await shop.ask(.get, "wc/v3/orders/1001", ["_fields": "id,billing.city"])
        #expect(picked.body.asMembers?.keys.sorted() == ["_links", "billing", "id"])
        #expect(picked["billing"]?.asMembers?.count == 1)
    }

    @Test func whatWasModifiedIsFoundByItsTime() async throws {
        let query = ["modified_after": "2026-11-20T23:59:59", "dates_are_gmt": "true"]
        #expect(try await shop.ask(.get, "wc/v3/orders", query).ids.isEmpty)
        _ = try await shop.ask(.put, "wc/v3/orders/1003", [:], ["customer_note": "x"])
        #expect(try await shop.ask(.get, "wc/v3/orders", query).ids == [1003])
    }

    @Test func aPartOfABatchThatIsRefusedKeepsNoOtherBackAndLeavesNothing() async throws {
        let answer = try await shop.ask(
            .post, "wc/v3/orders/batch", [:],
            [
                "create": [
                    ["line_items": [["product_id": 12]], "coupon_lines": [["code": "kaffee10"], ["code": "nein"]]],
                    ["line_items": [["product_id": 12]]],
                ], "update": [["id": 9_999_999, "status": "completed"]], "delete": [1001],
            ])
        let made = answer["create"]?.asItems ?? []
        #expect(made[0]["error"]?["code"] == "woocommerce_rest_invalid_coupon" && made[1]["id"] == 1041)
        #expect(answer["update"]?.asItems?.first?["error"]?["data"]?["status"] == 400)
        #expect(try await shop.ask(.get, "wc/v3/orders/1001").status == 404)
        #expect(try await shop.ask(.get, "wc/v3/coupons/1")["usage_count"] == 0)
        let many = JSONValue.array((0..<101).map { _ in [:] })
        #expect(try await shop.ask(.post, "wc/v3/orders/batch", [:], ["create": many]).status == 413)
    }

    @Test(
        arguments: [
            (["status": "nope"], "status"), (["currency": "XXQ"], "currency"),
            (["billing": ["email": "nope"]], "billing"),
            (["line_items": [["product_id": 12, "quantity": "zwei"]]], "line_items"),
            (["line_items": [["product_id": 12, "quantity": 9_223_372_036_854_775_807]]], "line_items"),
            (["line_items": "x"], "line_items"),
        ] as [(JSONValue, String)])
    func whatHasTheWrongTypeIsRefusedByName(body: JSONValue, name: String) async throws {
        let answer = try await shop.order(body)
        #expect(answer.status == 400 && answer.code == "rest_invalid_param")
        #expect(answer["data"]?["params"]?[name] != nil && answer["data"]?["details"]?[name] != nil)
    }

    @Test func refundsAnswerTheirRefusalsAsWooCommerceDoes() async throws {
        let id =
            try await shop.order(["set_paid": true, "line_items": [["product_id": 12, "quantity": 2]]])["id"]?.asInteger
            ?? 0
        let path = "wc/v3/orders/\(id)/refunds"
        func refund(_ body: JSONValue) async throws -> AskedShop.Answer { try await shop.ask(.post, path, [:], body) }
        let gateway = try await refund(["amount": "1.00"])
        #expect(gateway.status == 500 && gateway["data"] == 500)
        #expect(try await refund(["amount": "99", "api_refund": false])["message"] == "Invalid refund amount.")
        #expect(try await refund(["amount": "-1", "api_refund": false])["data"] == 400)
        #expect(try await refund(["amount": "0", "api_refund": false]).status == 201)
        let first = try await refund(["amount": "3.20", "api_refund": false, "reason": "kalt"])
        #expect(first.status == 201 && first["amount"] == "3.20" && first["refunded_payment"] == false)
        #expect(try await refund(["amount": "4.00", "api_refund": false]).status == 201)
        let order = try await shop.ask(.get, "wc/v3/orders/\(id)")
        #expect(order["status"] == "refunded" && order["refunds"]?.asItems?.count == 3)
        #expect(try await shop.ask(.get, path).ids.count == 3)
        let none = try await shop.ask(.post, "wc/v3/orders/9/refunds", [:], ["amount": "1"])
        #expect(none.status == 500 && none["data"] == 404)
    }
}
