import Foundation
import Testing

/// One till and two simulated shops, which have orders of the same numbers. No merchant is configured.
@Suite struct TwoShopsTests {
    private struct Listed: Decodable {
        let receipt, payment, copy: String
        let order: String?
        let site: Int?
        let shop: String?
    }

    private func listed(_ kiosk: Kiosk, _ options: String...) async throws -> [Listed] {
        let list = try await kiosk.startTill(["receipts", "list", "--json"] + options).end()
        return try JSONDecoder().decode([Listed].self, from: Data(list.output.utf8)).filter { $0.copy == "customer" }
    }

    @Test func aReceiptIsThatOfTheShopInWhichItWasPaidWhereverSomebodyIsSignedInNow() async throws {
        try await Kiosk.run { kiosk in
            let a = try await SimulatedShop(kiosk, file: "-a", "--orders", "3", "--name", "Café Aurora")
            let b = try await SimulatedShop(kiosk, file: "-b", "--orders", "3", "--name", "Bistro Boreas")
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await a.login().code == 0)
            let order = try await a.newOrder()
            #expect(try await kiosk.pay(order).code == 0)
            #expect(try await b.login().code == 0)
            #expect(try await b.newOrder() == order, "both shops have an order of this number")
            #expect(try await kiosk.pay(order).code == 0)

            let all = try await listed(kiosk)
            #expect(all.map(\.shop) == ["Bistro Boreas", "Café Aurora"] && Set(all.map(\.site)).count == 2)
            let text = try await kiosk.till("receipts", "list")
            #expect(text.output.contains("Café Aurora") && text.output.contains("Bistro Boreas"), "\(text)")
            let (ofB, ofA) = (all[0].receipt, all[1].receipt)
            #expect(try await listed(kiosk, "--shop", "current").map(\.receipt) == [ofB])
            #expect(try await listed(kiosk, "--shop", a.facts["address"] ?? "").map(\.receipt) == [ofA])
            #expect(try await listed(kiosk, "--shop", "embedded").isEmpty)
            let unknown = try await kiosk.till("receipts", "list", "--shop", "https://nobody.example")
            #expect(unknown.code == 7 && unknown.errors.contains("account.unknownShop"), "\(unknown)")

            // Signed in at B: the number means its order, and the paper of A is still that of A.
            let shown = try await kiosk.till("receipts", "show", "\(order)")
            #expect(shown.output.contains("Bistro Boreas") && !shown.output.contains("Café Aurora"), "\(shown)")
            let again = try await kiosk.till("reprint", ofA, "--printer", kiosk.printer)
            #expect(again.output.contains("Café Aurora") && again.output.contains("DUPLICATE"), "\(again)")
            #expect(!again.output.contains("Bistro Boreas") && !again.output.contains("DE123456789"), "\(again)")

            #expect(try await a.login().code == 0)
            let back = try await kiosk.till("receipts", "show", "\(order)")
            #expect(back.output.contains("Café Aurora"), "\(back)")
        }
    }

    private struct ListedShop: Decodable {
        let site: Int
        let name, address, user: String
        let current: Bool
    }

    @Test func aRememberedShopIsEnteredByItsNumberWithTheKeptLogin() async throws {
        try await Kiosk.run { kiosk in
            let none = try await kiosk.till("shop", "list")
            #expect(none.code == 0 && none.output.isEmpty, "\(none)")
            let a = try await SimulatedShop(kiosk, file: "-a", "--orders", "3", "--name", "Café Aurora")
            let b = try await SimulatedShop(kiosk, file: "-b", "--orders", "3", "--name", "Bistro Boreas")
            for shop in [a, b] { #expect(try await shop.login().code == 0) }
            func listed() async throws -> [ListedShop] {
                let list = try await kiosk.till("shop", "list", "--json")
                return try JSONDecoder().decode([ListedShop].self, from: Data(list.output.utf8))
            }
            let shops = try await listed()
            #expect(shops.map(\.name) == ["Café Aurora", "Bistro Boreas"] && shops.map(\.current) == [false, true])
            #expect(shops.map(\.address) == [a, b].map { $0.facts["address"] ?? "" })
            let text = try await kiosk.till("shop", "list")
            #expect(text.output.contains("* \(shops[1].site)") && text.output.contains("Café Aurora"), "\(text)")

            let back = try await kiosk.till("login", "--shop", "\(shops[0].site)")
            #expect(back.code == 0 && back.output.contains("Café Aurora"), "\(back)")
            #expect(try await listed().map(\.current) == [true, false])
            let unknown = try await kiosk.till("login", "--shop", "77")
            #expect(unknown.code == 7 && unknown.errors.contains("account.unknownShop"), "\(unknown)")
            #expect(try await kiosk.till("logout").code == 0)
            let gone = try await kiosk.till("login", "--shop", "\(shops[0].site)")
            #expect(gone.code != 0 && gone.errors.contains("shop.noCredentials"), "\(gone)")
            let other = try await kiosk.till("login", "--shop", "\(shops[1].site)")
            #expect(other.code == 0 && other.output.contains("Bistro Boreas"), "\(other)")
        }
    }
}
