import Foundation
import Testing

/// What is looked up, loaded and thrown away at a simulated shop from the till.
@Suite struct ShopLookUpTests {
    private static func list(_ kiosk: Kiosk, _ words: String...) async throws -> [[String: Any]] {
        let told = try await kiosk.startTill(words + ["--json"]).end()
        try #require(told.code == 0, "\(words): \(told)")
        let list = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [[String: Any]]
        return try #require(list, "\(words): \(told)")
    }

    private static func one(_ kiosk: Kiosk, _ words: String...) async throws -> [String: Any] {
        let told = try await kiosk.startTill(words + ["--json"]).end()
        try #require(told.code == 0, "\(words): \(told)")
        let one = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        return try #require(one, "\(words): \(told)")
    }

    /// The command fails with this exit status, and says why in these words.
    private static func expect(
        _ kiosk: Kiosk, _ words: [String], _ status: Int32, _ why: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let told = try await kiosk.startTill(words).end()
        #expect(
            told.code == status && told.errors.contains(why), "\(words): \(told)", sourceLocation: sourceLocation)
    }

    @Test func whoIsSignedInAndWhereIsSaid() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("whoami").output == "operator\n")
            let embedded = try await Self.one(kiosk, "whoami")
            #expect(embedded["name"] as? String == "operator" && embedded["shop"] == nil, "\(embedded)")
            let shop = try await SimulatedShop(kiosk, "--orders", "1", "--name", "Café Aurora")
            #expect(try await shop.login().code == 0)
            let address = shop.facts["address"] ?? "?"
            #expect(try await kiosk.till("whoami").output == "kiosk, Café Aurora (\(address))\n")
            let told = try await Self.one(kiosk, "whoami")
            #expect(told["name"] as? String == "kiosk" && told["shop"] as? String == "Café Aurora", "\(told)")
            #expect(told["address"] as? String == address && told["site"] as? Int == 1, "\(told)")
            try await Self.expect(kiosk, ["whoami", "anna"], 64, "Unexpected argument 'anna'")
        }
    }

    @Test func ordersAreLoadedForTheTimeWithoutTheShop() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let first = try await kiosk.till("orders", "sync")
            #expect(first.code == 0 && first.output == "Orders loaded: 12\n", "\(first)")
            let changes = try await shop.python(
                """
                print(ask('PUT', 'wc/v3/orders/1006', {'billing': {'first_name': 'Sieglinde'}})[0])
                print(ask('DELETE', 'wc/v3/orders/1002')[0])
                """)
            #expect(changes.output == "200\n200\n", "\(changes)")
            let second = try await Self.one(kiosk, "orders", "sync")
            #expect((1...2).contains(second["orders"] as? Int ?? 0), "only what was changed: \(second)")
            #expect(second["forgotten"] as? Int == 1 && second["unreadable"] as? Int == 0, "\(second)")

            try await shop.obey("dropped")
            try await Self.expect(kiosk, ["orders", "sync"], 75, "shop.unreachable")
            try await Self.expect(kiosk, ["orders", "find", "1002"], 75, "shop.unreachable")
            let known = try await kiosk.till("orders", "find", "1006")
            #expect(known.code == 0 && known.output.contains("Sieglinde"), "\(known)")
            try await shop.obey("mend")
            #expect(try await kiosk.till("orders", "sync").code == 0)
        }
    }

    @Test func aDeletedOrderIsInTheBinOfTheShopOrGoneForGood() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            func status(_ order: Int) async throws -> String {
                try await shop.python(
                    """
                    status, _, body = ask('GET', 'wc/v3/orders/\(order)')
                    print(status, json.loads(body).get('status'))
                    """
                ).output
            }
            let binned = try await kiosk.till("orders", "delete", "1003")
            #expect(binned.code == 0 && binned.output.isEmpty, "\(binned)")
            #expect(try await status(1003) == "200 trash\n")
            let listed = try await kiosk.till("orders", "list", "--limit", "100")
            #expect(listed.output.contains("1004") && !listed.output.contains("1003"), "\(listed)")
            try await Self.expect(kiosk, ["orders", "delete", "1003"], 64, "shop.refused")

            #expect(try await kiosk.till("orders", "delete", "1004", "--permanently").code == 0)
            #expect(try await status(1004) == "404 None\n")
            try await Self.expect(kiosk, ["orders", "find", "1004"], 7, "order.notFound")
            try await Self.expect(kiosk, ["orders", "delete", "99999"], 7, "order.notFound")
            try await Self.expect(kiosk, ["orders", "delete", "abc"], 64, "'abc' is invalid")
        }
    }

    @Test func anOrderForWhichMoneyWasTakenIsNotDeleted() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay(order).code == 0)
            try await Self.expect(kiosk, ["orders", "delete", "\(order)", "--permanently"], 8, "order.holdsMoney")
            #expect(try await kiosk.order(order).isPaid)
        }
    }

    @Test func productsAreFoundByTextNumberAndCode() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let found = try await kiosk.till("products", "search", "Café", "--limit", "1")
            #expect(found.code == 0 && found.output.contains("Café au lait"), "\(found)")
            #expect(found.errors.contains("1 of 2"), "\(found)")
            let all = try await Self.list(kiosk, "products", "search", "Café").compactMap { $0["sku"] as? String }
            #expect(Set(all) == ["SIM-1002", "SIM-1017"])
            let none = try await kiosk.till("products", "search", "zzz")
            #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("no products"), "\(none)")
            try await Self.expect(kiosk, ["products", "search", "Café", "--limit", "0"], 64, "--limit is 1 to 100")

            let shown = try await kiosk.till("products", "show", "12")
            #expect(shown.code == 0 && shown.output.hasPrefix("12 ") && shown.output.contains("Cappuccino"))
            #expect(try await Self.one(kiosk, "products", "show", "12")["price"] as? String == "3.60")
            try await Self.expect(kiosk, ["products", "show", "99999"], 7, "product.notFound")
            try await Self.expect(kiosk, ["products", "show", "abc"], 64, "'abc' is invalid")
        }
    }

    @Test func aScannedCodeIsAnSKUOrABarCode() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            for code in ["SIM-1001", "4000000000001"] {
                let scanned = try await kiosk.till("products", "scan", code)
                #expect(scanned.code == 0 && scanned.output.hasPrefix("12 "), "\(code): \(scanned)")
                #expect(scanned.output.contains("Cappuccino"), "\(code): \(scanned)")
                #expect(try await Self.one(kiosk, "products", "scan", code)["id"] as? Int == 12)
            }
            for code in ["NOBODY", "000", "SIM\n1001"] {
                try await Self.expect(kiosk, ["products", "scan", code], 7, "product.notFound")
            }
            try await Self.expect(kiosk, ["products", "scan", ""], 64, "product.emptySKU")
            let told = try await kiosk.till("products", "scan", "NOBODY", "--json")
            #expect(told.code == 7 && (told.output + told.errors).contains(#""code":"product.notFound""#), "\(told)")
        }
    }

    @Test func aCustomerIsFoundAndShownWithTheAddress() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let found = try await kiosk.till("customers", "search", "Anna")
            #expect(found.code == 0 && found.output.contains("3       Anna Müller"), "\(found)")
            let ids = try await Self.list(kiosk, "customers", "search", "Anna").compactMap { $0["id"] as? Int }
            #expect(ids.contains(3) && ids.count == found.output.split(separator: "\n").count)
            let none = try await kiosk.till("customers", "search", "nobody-there")
            #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("no customers"), "\(none)")

            let shown = try await kiosk.till("customers", "show", "3")
            #expect(shown.code == 0 && shown.output.contains("customer1@shop.example"), "\(shown)")
            #expect(shown.output.contains("\n  Musterstraße 1\n  79379 Müllheim\n  DE\n"), "\(shown)")
            let billing = try await Self.one(kiosk, "customers", "show", "3")["billing"] as? [String: Any]
            #expect(billing?["city"] as? String == "Müllheim", "\(billing ?? [:])")
            try await Self.expect(kiosk, ["customers", "show", "99999"], 7, "customer.notFound")
            try await Self.expect(kiosk, ["customers", "show", "abc"], 64, "'abc' is invalid")
        }
    }

    @Test(arguments: ["spam", "trash"]) func aReviewIsPutAway(_ place: String) async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            func listed(_ status: String) async throws -> [Int] {
                try await Self.list(kiosk, "reviews", "list", "--status", status).compactMap { $0["id"] as? Int }
            }
            let review = try #require(try await listed("approved").first)
            #expect(try await listed(place).isEmpty)
            for _ in 1...2 {
                let put = try await kiosk.till("reviews", place, "\(review)")
                #expect(put.code == 0 && put.output == "Review \(review): \(place)\n", "\(put)")
            }
            #expect(try await listed(place) == [review])
            #expect(try await !listed("approved").contains(review))
            #expect(try await kiosk.till("reviews", "approve", "\(review)").code == 0)
            #expect(try await listed(place).isEmpty)
            #expect(try await listed("approved").contains(review))
            try await Self.expect(kiosk, ["reviews", place, "4711"], 7, "review.notFound")
            try await Self.expect(kiosk, ["reviews", place, "abc"], 64, "'abc' is invalid")
        }
    }

    @Test func couponsAreListedNewestFirst() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let codes = try await Self.list(kiosk, "coupons", "list").compactMap { $0["code"] as? String }
            #expect(codes == ["abgelaufen", "tasse1", "minus5", "kaffee10"])
            let listed = try await kiosk.till("coupons", "list")
            #expect(listed.code == 0 && listed.output.split(separator: "\n").count == codes.count, "\(listed)")
            #expect(listed.output.contains("fixed_cart") && listed.output.contains("percent"), "\(listed)")
            let part = try await kiosk.till("coupons", "list", "--limit", "1")
            #expect(part.output.hasPrefix("abgelaufen ") && part.errors.contains("1 of 4"), "\(part)")
            try await Self.expect(kiosk, ["coupons", "list", "--limit", "0"], 64, "--limit is 1 to 100")
        }
    }
}
