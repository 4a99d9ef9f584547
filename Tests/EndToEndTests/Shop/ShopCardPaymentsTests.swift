import Foundation
import Testing

/// What `till` tells of the shop's own card payments and receipts.
@Suite struct ShopCardPaymentsTests {
    private func status(_ kiosk: Kiosk) async throws -> [String: Any] {
        let told = try await kiosk.till("shop", "status", "--json")
        try #require(told.code == 0, "\(told)")
        let document = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        return try #require(document?["card_payments"] as? [String: Any], "\(told)")
    }

    @Test func aShopWithWooPaymentsTakesCardsInPerson() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--woopayments", "--country", "US", "--currency", "USD")
            #expect(try await shop.login().code == 0)
            let cards = try await status(kiosk)
            #expect(cards["state"] as? String == "completed")
            #expect(cards["extension"] as? String == "woocommerce_payments")
            let words = try await kiosk.till("shop", "status")
            #expect(words.output.contains("cards through the shop itself: yes, by WooPayments"), "\(words)")
        }
    }

    @Test func aShopWithoutExtensionsSaysWhatIsMissingAndWorks() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--country", "US")
            #expect(try await shop.login().code == 0)
            #expect(try await status(kiosk)["state"] as? String == "plugin_not_installed")
        }
    }

    @Test func theShopsOwnReceiptIsShownUntilItExpires() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            #expect(try await shop.login().code == 0)
            let first = try await kiosk.till("receipts", "shop", "1001")
            let address = first.output.split(separator: "\n").first.map(String.init) ?? ""
            #expect(first.code == 0 && address.hasPrefix(shop.facts["address"] ?? "?"), "\(first)")
            #expect(first.output.contains("There until"), "\(first)")
            #expect(try await kiosk.till("receipts", "shop", "1001").output == first.output, "the same page")
            let new = try await kiosk.till("receipts", "shop", "1001", "--new", "--json")
            #expect(new.code == 0 && new.output.contains("\"expires\"") && !new.output.contains(address), "\(new)")
            #expect(try await kiosk.till("receipts", "shop", "999999").code == 7)
            let kept = try await kiosk.start("/bin/grep", ["-rl", "wc/file/transient", kiosk.data]).end()
            #expect(kept.output.isEmpty, "the address is a secret: \(kept)")
        }
    }

    /// The order is told under the payment method that the operator chose.
    @Test func theShopIsToldThePaymentMethodThatWasChosen() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let order = try await shop.newOrder()
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("shop", "method", "nothing").code == 7)
            let chosen = try await kiosk.till("shop", "method", "bacs")
            #expect(chosen.code == 0 && chosen.output.contains("bacs"), "\(chosen)")
            #expect(try await kiosk.pay(order).code == 0)
            let after = try await shop.python(
                """
                order = json.loads(ask("GET", "wc/v3/orders/\(order)")[2])
                print(order["payment_method"], order["payment_method_title"], order["status"])
                """)
            #expect(after.output == "bacs Überweisung processing\n", "\(after)")
            #expect(try await kiosk.till("logout").code == 0)
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("shop", "method").output.contains("card_terminal"), "signing out forgets it")
        }
    }
}
