import Foundation
import Testing

/// Settings, notes, reviews and refunds at a simulated shop, as its staff ask for them at the till.
@Suite struct ShopDeskTests {
    @Test func aSettingIsShownAndChanged() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let groups = try await kiosk.till("settings", "list")
            #expect(groups.code == 0 && groups.output.contains("general"), "\(groups)")
            let name = ["general", "woocommerce_enable_coupons"]
            let changed = try await kiosk.startTill(["settings", "set"] + name + ["no"]).end()
            #expect(changed.code == 0 && changed.output.hasSuffix("no\n"), "\(changed)")
            let shown = try await kiosk.startTill(["settings", "show"] + name).end()
            #expect(shown.code == 0 && shown.output.hasSuffix("no\n"), "\(shown)")
            let unfit = try await kiosk.till("settings", "set", "general", "woocommerce_currency", "XXQ")
            #expect(unfit.code == 64 && unfit.errors.contains("shop.refused"), "\(unfit)")
            let unknown = try await kiosk.till("settings", "show", "general", "nonsense")
            #expect(unknown.code == 7 && unknown.errors.contains("setting.notFound"), "\(unknown)")
        }
    }

    @Test func aNoteIsWrittenAtAnOrderAndListedNewestFirst() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            #expect(try await kiosk.till("notes", "list", "1001").output.isEmpty)
            #expect(try await kiosk.till("notes", "add", "1001", "Receipt reprinted").code == 0)
            #expect(try await kiosk.till("notes", "add", "1001", "It is ready", "--for-customer").code == 0)
            let lines = try await kiosk.till("notes", "list", "1001").output.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasSuffix("It is ready") && lines[1].hasSuffix("Receipt reprinted"))
            let blank = try await kiosk.till("notes", "add", "1001", " ")
            #expect(blank.code == 64, "\(blank)")
            let unknown = try await kiosk.till("notes", "list", "99999")
            #expect(unknown.code == 7 && unknown.errors.contains("order.notFound"), "\(unknown)")
        }
    }

    @Test func aNoteWaitsWhileTheShopIsAwayAndIsWrittenOnce() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            #expect(try await kiosk.till("notes", "list", "1001").code == 0)
            try await shop.obey("dropped")
            for _ in 1...2 {
                let waits = try await kiosk.till("notes", "add", "1001", "Receipt reprinted")
                #expect(waits.code == 0 && waits.errors.contains("The note waits"), "\(waits)")
            }
            let told = try await kiosk.till("outbox", "list")
            #expect(told.output.split(separator: "\n").filter { $0.contains("note.added") }.count == 1, "\(told)")
            try await shop.obey("mend")
            let message = try #require(told.output.split(separator: " ").first { $0.hasPrefix("note.added-") })
            #expect(try await kiosk.till("outbox", "retry", String(message)).code == 0)
            let notes = try await kiosk.till("notes", "list", "1001").output.split(separator: "\n")
            #expect(notes.filter { $0.hasSuffix("Receipt reprinted") }.count == 1, "\(notes)")
        }
    }

    @Test func aReviewIsMadePublicAnsweredAndTakenBack() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            func waiting() async throws -> [Substring] {
                try await kiosk.till("reviews", "list", "--status", "hold").output.split(separator: "\n")
            }
            let review = try #require(try await waiting().first?.split(separator: " ").first.map(String.init))
            #expect(try await kiosk.till("reviews", "approve", review).code == 0)
            #expect(try await !waiting().contains { $0.hasPrefix("\(review) ") })
            let answered = try await kiosk.till("reviews", "reply", review, "Danke!")
            #expect(answered.code == 0, "\(answered)")
            #expect(try await kiosk.till("reviews", "hold", review).code == 0)
            #expect(try await waiting().contains { $0.hasPrefix("\(review) ") })
            let unknown = try await kiosk.till("reviews", "approve", "4711")
            #expect(unknown.code == 7 && unknown.errors.contains("review.notFound"), "\(unknown)")
        }
    }

    @Test func aRefundOfAPaidOrderIsToldToTheShop() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let order = try await shop.newOrder()
            #expect(try await kiosk.pay(order).code == 0)
            let back = try await kiosk.till(
                "refund", "\(order)", "--reader", kiosk.reader, "--printer", kiosk.printer)
            #expect(back.code == 0, "\(back)")
            let listed = try await kiosk.till("orders", "refunds", "\(order)")
            #expect(listed.code == 0 && listed.output.split(separator: "\n").count == 1, "\(listed)")
            let shown = try await kiosk.till("orders", "find", "\(order)")
            #expect(shown.output.contains("refunded"), "\(shown)")
        }
    }

    @Test func whatTheShopHasInstalledIsSaidAsItsCommandsFindIt() async throws {
        try await SimulatedShop.signedIn { kiosk, _ in
            let told = try await kiosk.till("shop", "status", "--json")
            let status = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
            #expect(status?["tracks_shipments"] as? Bool == true, "\(told)")
        }
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "1")
            #expect(try await shop.login().code == 0)
            let told = try await kiosk.till("shop", "status", "--json")
            let status = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
            #expect(status?["tracks_shipments"] as? Bool == false, "\(told)")
        }
    }

    @Test func anOrderThatTheShopDoesNotKnowYetIsListedAndFound() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            #expect(try await kiosk.till("orders", "list").code == 0)
            #expect(try await kiosk.till("products", "list").code == 0)
            try await shop.obey("dropped")
            let made = try await kiosk.till("orders", "create", "--product", "12x2", "--first-name", "Sieglinde")
            #expect(made.code == 0, "\(made)")
            for words in ["list --limit 3", "search Sieglinde", "search Si"] {
                let shown = try await kiosk.startTill(["orders"] + words.split(separator: " ").map(String.init)).end()
                #expect(shown.code == 0 && shown.output.hasPrefix("L1"), "\(words): \(shown)")
                #expect(shown.output.contains("Sieglinde  (still to be told to the shop)"), "\(shown)")
                #expect(shown.errors.contains("The shop may have more."), "\(shown)")
            }
            let listed = try await kiosk.till("orders", "list", "--limit", "3", "--json")
            let marks = listed.output.filter { !$0.isWhitespace }
            #expect(marks.contains("\"untold\":true") && listed.errors.contains("may have more"), "\(listed)")
        }
    }
}
