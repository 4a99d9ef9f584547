import Foundation
import Testing

/// What the shop's staff look up and change from the till, at a simulated shop.
@Suite struct ShopStaffTests {
    private static func json(_ kiosk: Kiosk, _ words: String...) async throws -> Any {
        let told = try await kiosk.startTill(words + ["--json"]).end()
        try #require(told.code == 0, "\(words): \(told)")
        return try JSONSerialization.jsonObject(with: Data(told.output.utf8))
    }

    private static func list(_ kiosk: Kiosk, _ words: String...) async throws -> [[String: Any]] {
        let told = try await kiosk.startTill(words + ["--json"]).end()
        try #require(told.code == 0, "\(words): \(told)")
        let list = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [[String: Any]]
        return try #require(list, "\(words): \(told)")
    }

    @Test func ordersAreListedByCustomerProductAndDay() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            let number = "\(order)"
            let coffees = try await kiosk.till("orders", "list", "--product", "12", "--limit", "100")
            #expect(coffees.output.contains(number) && !coffees.output.isEmpty, "\(coffees)")
            let later = try await kiosk.till("orders", "list", "--since", "2099-01-01")
            #expect(later.code == 0 && later.output.isEmpty, "\(later)")
            let before = try await kiosk.till("orders", "list", "--until", "2099-01-01", "--limit", "5", "--page", "2")
            #expect(before.output.split(separator: "\n").count == 5, "\(before)")
            #expect(try await kiosk.till("orders", "list", "--customer", "987654").output.isEmpty)
        }
    }

    @Test func parcelsAreToldAndRemoved() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            #expect(try await kiosk.till("shipments", "list", "1001").output.isEmpty)
            let known = try await kiosk.till("shipments", "carriers", "1001")
            #expect(known.output.contains("DPD.de"), "\(known)")
            for _ in 1...2 {
                let made = try await kiosk.till(
                    "shipments", "add", "1001", "--carrier", "DPD.de", "--number", "D-77", "--day", "2026-11-20")
                #expect(made.code == 0 && made.output.contains("2026-11-20"), "\(made)")
            }
            let own = try await kiosk.till(
                "shipments", "add", "1001", "--carrier", "Velo", "--number", "V-1", "--link", "https://velo.example/V-1"
            )
            #expect(own.code == 0, "\(own)")
            let parcels = try await Self.list(kiosk, "shipments", "list", "1001")
            #expect(parcels.compactMap { $0["tracking_number"] as? String }.sorted() == ["D-77", "V-1"], "once each")
            #expect(try await kiosk.till("shipments", "carriers", "1001").output.contains("Velo"))
            let id = try #require(parcels.first?["tracking_id"] as? String)
            #expect(try await kiosk.till("shipments", "remove", "1001", id).code == 0)
            #expect(try await Self.list(kiosk, "shipments", "list", "1001").count == 1)
        }
    }

    @Test func aShopWithoutThePluginSaysSo() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "1")
            #expect(try await shop.login().code == 0)
            let told = try await kiosk.till("shipments", "list", "1001")
            #expect(told.code == 75 && told.errors.contains("shipment.notInstalled"), "\(told)")
        }
    }

    @Test func taxesStatusesAndRefundsAreListed() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let classes = try await Self.list(kiosk, "tax-classes", "list").compactMap { $0["slug"] as? String }
            #expect(classes.contains("standard"), "\(classes)")
            let rates = try await Self.list(kiosk, "tax-classes", "rates")
            let rate = try #require(rates.first?["id"] as? Int)
            #expect(try await kiosk.till("tax-classes", "rates", "\(rate)").output.contains(" %"))
            let statuses = try await Self.list(kiosk, "orders", "statuses").compactMap { $0["slug"] as? String }
            #expect(statuses.contains("pending") && statuses.contains("completed"), "\(statuses)")

            let order = try await shop.newOrder()
            #expect(try await kiosk.till("orders", "refunds", "\(order)").output.isEmpty)
            let refund = "{'amount': '1.50', 'reason': 'cold', 'api_refund': False}"
            let made = try await shop.python(
                """
                ask('PUT', 'wc/v3/orders/\(order)', {'status': 'completed'})
                print(json.loads(ask('POST', 'wc/v3/orders/\(order)/refunds', \(refund))[2])['id'])
                """)
            let id = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let refunds = try await kiosk.till("orders", "refunds", "\(order)")
            #expect(refunds.output.contains("1.50") || refunds.output.contains("1.5 "), "\(refunds)")
            #expect(refunds.output.contains("cold"), "\(refunds)")
            let one = try await Self.json(kiosk, "orders", "refunds", "\(order)", id) as? [String: Any]
            #expect(one?["amount"] as? String == "1.50", "\(made)")
        }
    }

    @Test func couponsAreMadeChangedCheckedAndDeleted() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            for _ in 1...2 {
                let made = try await kiosk.till(
                    "coupons", "create", "Autumn5", "--amount", "5", "--type", "percent", "--minimum", "10.00",
                    "--until",
                    "2099-11-30")
                #expect(made.code == 0 && made.output.contains("autumn5"), "\(made)")
            }
            #expect(try await kiosk.till("coupons", "check", "AUTUMN5").code == 0)
            #expect(try await Self.list(kiosk, "coupons", "search", "autumn").count == 1)
            let changed = try await kiosk.till("coupons", "update", "autumn5", "--amount", "7.5", "--limit", "3")
            #expect(changed.code == 0 && changed.output.contains("7.5"), "\(changed)")
            let shown = try await Self.json(kiosk, "coupons", "show", "autumn5") as? [String: Any]
            #expect(
                shown?["usage_limit"] as? Int == 3 && shown?["minimum_amount"] as? String == "10.00", "\(shown ?? [:])")
            #expect((shown?["date_expires"] as? String)?.hasPrefix("2099-12-01") == true)
            #expect(try await kiosk.till("orders", "create", "--product", "12x8", "--coupon", "autumn5").code == 0)
            // An order that is not paid counts for nothing.
            let report = try await kiosk.till("coupons", "report", "autumn5", "--range", "month")
            #expect(report.code == 0 && report.output.contains("autumn5: used 0 ×"), "\(report)")
            #expect(try await kiosk.till("coupons", "delete", "autumn5").code == 0)
            let gone = try await kiosk.till("coupons", "check", "autumn5", "--json")
            #expect(gone.code == 8 && gone.output.contains("false"), "\(gone)")
            #expect(try await kiosk.till("coupons", "update", "autumn5").code == 64)
        }
    }

    @Test func figuresAreToldByPeriodsAndProducts() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            _ = try await shop.python("ask('PUT', 'wc/v3/orders/\(order)', {'status': 'completed'})")
            let periods = try await kiosk.till("stats", "periods", "--by", "month", "--count", "3")
            #expect(periods.code == 0 && periods.output.split(separator: "\n").count == 4, "\(periods)")
            for words in [["stats", "top", "--range", "year"], ["stats", "top", "--by", "year"]] {
                let top = try await kiosk.startTill(words).end()
                #expect(top.code == 0 && !top.output.isEmpty, "\(words): \(top)")
            }
            #expect(try await kiosk.till("stats", "sales", "--range", "year").code == 0)
            #expect(try await kiosk.till("stats", "top", "--by", "year", "--range", "year").code == 64)
        }
    }

    @Test func customersProductsAndPaymentMethodsAreListed() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let guests = try await Self.list(kiosk, "customers", "list", "--guests")
            #expect(!guests.isEmpty && guests.allSatisfy { $0["orders_count"] != nil })
            let name = try #require((guests.first?["name"] as? String)?.split(separator: " ").first)
            #expect(try await Self.list(kiosk, "customers", "search", String(name), "--guests").isEmpty == false)
            let categories = try await Self.list(kiosk, "products", "categories")
            let category = try #require(categories.first?["id"] as? Int)
            let inside = try await Self.list(kiosk, "products", "list", "--category", "\(category)")
            #expect(!inside.isEmpty)
            let products = try await Self.list(kiosk, "products", "list", "--limit", "100")
            let shirt = try #require(products.first { $0["type"] as? String == "variable" }?["id"] as? Int)
            #expect(try await Self.list(kiosk, "products", "variations", "\(shirt)").count == 3)
            #expect(try await kiosk.till("products", "check-sku", "SIM-1000").code == 8)
            #expect(try await kiosk.till("products", "check-sku", "NOBODY").code == 0)
            let methods = try await Self.list(kiosk, "shop", "methods")
            let id = try #require(methods.first?["id"] as? String)
            for (option, isOn) in [("--enable", true), ("--disable", false)] {
                let changed = try await Self.json(kiosk, "shop", "methods", option, id) as? [String: Any]
                #expect(changed?["enabled"] as? Bool == isOn, "\(changed ?? [:])")
            }
            let report = try await kiosk.till("shop", "report")
            #expect(report.code == 0 && report.output.contains("\"environment\""), "\(report)")
        }
    }

    @Test func anOrderIsMadeWithShippingTaxClassesAndMetadata() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let classes = try await Self.list(kiosk, "tax-classes", "list").compactMap { $0["slug"] as? String }
            let taxClass = try #require(classes.first { $0 != "standard" })
            let made =
                try await Self.json(
                    kiosk, "orders", "create", "--product", "12x2:\(taxClass)", "--shipping", "flat_rate:4.90:Courier",
                    "--meta", "Table=7") as? [String: Any]
            let number = try #require(made?["order"] as? String ?? made?["number"] as? String, "\(made ?? [:])")
            let order = try await Self.record(number, at: kiosk)
            #expect(Self.texts(order, "shipping_lines", "method_id") == ["flat_rate"])
            #expect(Self.texts(order, "shipping_lines", "method_title") == ["Courier"])
            #expect(Self.texts(order, "line_items", "tax_class") == [taxClass])
            let meta = order["meta_data"] as? [[String: Any]] ?? []
            #expect(meta.contains { $0["key"] as? String == "Table" && $0["value"] as? String == "7" })
            let changed = try await kiosk.till(
                "orders", "update", number, "--shipping", "local_pickup:0", "--meta", "Table=8")
            #expect(changed.code == 0, "\(changed)")
            let after = try await Self.record(number, at: kiosk)
            #expect(
                Self.texts(after, "shipping_lines", "method_id") == ["flat_rate", "local_pickup"], "nothing is lost")
            #expect(Self.texts(after, "line_items", "tax_class") == [taxClass])

            let simple = try await kiosk.till("orders", "create", "--amount", "12.50", "--name", "Repair")
            #expect(simple.code == 0 && simple.output.contains("12.50"), "\(simple)")
        }
    }

    @Test func anOrderOverHTTPHasShippingTaxClassesAndMetadataToo() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let served = try await ServedKiosk(kiosk)
            let body = """
                {"lines": [{"product": 12, "quantity": 2, "tax_class": "zero-rate", "meta": {"Engraving": "Anna"}}],
                 "shipping": [{"method": "flat_rate", "title": "Courier", "total": "4.90"}], "meta": {"Table": "7"}}
                """
            let made = try served.ask("POST", "/v1/orders", body, key: "o1")
            #expect(made.status == 201, "\(made)")
            let order = try await Self.record(made.text("number"), at: kiosk)
            #expect(Self.texts(order, "shipping_lines", "method_title") == ["Courier"])
            #expect(Self.texts(order, "line_items", "tax_class") == ["zero-rate"])
            let line = try #require((order["line_items"] as? [[String: Any]])?.first)
            let meta = line["meta_data"] as? [[String: Any]] ?? []
            #expect(meta.contains { $0["key"] as? String == "Engraving" && $0["value"] as? String == "Anna" })
            for wrong in [#""shipping": [{"method": "flat_rate", "total": "4,90"}]"#, #""meta": {"_secret": "1"}"#] {
                let refused = try served.ask(
                    "POST", "/v1/orders", #"{"lines": [{"product": 12}], \#(wrong)}"#, key: "o2")
                #expect(refused.status == 422, "\(refused)")
            }
        }
    }

    private static func record(_ number: String, at kiosk: Kiosk) async throws -> [String: Any] {
        let shown = try await kiosk.till("orders", "show", number, "--whole")
        let order = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
        return try #require(order, "\(shown)")
    }

    private static func texts(_ order: [String: Any], _ list: String, _ name: String) -> [String] {
        (order[list] as? [[String: Any]] ?? []).compactMap { $0[name] as? String }
    }
}
