import Foundation
import Testing

/// A shop that takes connections and never answers: nobody waits for it at the till.
@Suite struct HangingShopTests {
    /// What a shop that hangs may cost a payment at most, besides its patience of one second: the slowest machine, and the
    /// farewell.
    private static let most = Duration.seconds(20)

    private func configuration(_ kiosk: Kiosk, _ offline: String) throws -> [String: String] {
        let file = kiosk.path("till.toml")
        try Data("[policy]\nshop_patience = 1\noffline_orders = \"\(offline)\"\n".utf8)
            .write(to: URL(fileURLWithPath: file))
        return ["TILL_CONFIG": file]
    }

    @Test func anOrderThatIsNotToldInTimeIsNotChargedByDefault() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let order = try await shop.newOrder()
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("orders", "show", String(order)).code == 0)
            let environment = try configuration(kiosk, "refuse")
            try await shop.obey("slow:60000")
            let start = ContinuousClock.now
            let refused = try await kiosk.pay(order, environment: environment)
            #expect(refused.code == 75 && refused.errors.contains("shop.timeout"), "\(refused)")
            #expect(ContinuousClock.now - start < Self.most)
            try await shop.obey("mend")
            #expect(try await kiosk.pay(order, environment: environment).code == 0, "nothing was charged before")
        }
    }

    @Test func anOrderThatIsKnownIsPaidAtOnceAndToldLater() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let order = try await shop.newOrder()
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("orders", "show", String(order)).code == 0)
            let environment = try configuration(kiosk, "pay-known")
            try await shop.obey("slow:60000")
            let start = ContinuousClock.now
            let paid = try await kiosk.pay(order, environment: environment)
            #expect(paid.code == 0, "\(paid)")
            #expect(ContinuousClock.now - start < Self.most)
            #expect(try await kiosk.till("outbox", "list").output.contains("order.paid"), "the shop is told later")
            try await shop.obey("mend")
            #expect(try await kiosk.pay(order, environment: environment).code == 8)
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            let after = try await shop.python(
                "print(json.loads(ask('GET', 'wc/v3/orders/\(order)')[2])['status'])")
            #expect(after.output == "processing\n", "\(after)")
        }
    }

    /// A shop that takes longer for its four answers than a payment waits at its end.
    @Test func aSlowShopIsToldByWhoeverWaitsForIt() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let order = try await shop.newOrder()
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            try await shop.obey("slow:1500")
            #expect(try await kiosk.pay(order).code == 0)
            let waiting = try await kiosk.till("outbox", "list").output
            let message = try #require(waiting.split(separator: " ").first)
            #expect(message.hasPrefix("order.paid"), "\(waiting)")
            let told = try await kiosk.till("outbox", "retry", String(message))
            #expect(told.code == 0, "\(told)")
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            try await shop.obey("mend")
            let payment = message.dropFirst("order.paid-".count)
            let notes = try await shop.python(
                """
                notes = json.loads(ask('GET', 'wc/v3/orders/\(order)/notes')[2])
                print(sum('\(payment)' in note['note'] for note in notes))
                """)
            #expect(notes.output == "1\n", "\(notes)")
        }
    }
}
