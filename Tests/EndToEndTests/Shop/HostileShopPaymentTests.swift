import Foundation
import Testing

/// Payments at a shop that answers wrongly, or to which requests come twice: what was paid and made here is there once.
@Suite struct HostileShopPaymentTests {
    private static func startDevices(_ kiosk: Kiosk) async throws {
        try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
        try await kiosk.startPrinter()
    }

    /// The one message that waits.
    private static func waiting(_ kiosk: Kiosk) async throws -> String {
        let listed = try await kiosk.till("outbox", "list")
        let messages = listed.output.matches(of: /(?:order|note)\.\w+-\S+/).map { String($0.output) }
        try #require(messages.count == 1, "\(listed)")
        return messages[0]
    }

    /// Has the shop told of what waits, unless it knows by now, and expects that nothing waits any more.
    private static func deliver(_ kiosk: Kiosk, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let listed = try await kiosk.till("outbox", "list")
        for message in listed.output.matches(of: /(?:order|note)\.\w+-\S+/).map({ String($0.output) }) {
            let told = try await kiosk.till("outbox", "retry", message)
            // A service tells the shop by itself, and may have been faster.
            let isKnown = told.code == 0 || told.errors.contains("outbox.notFound")
            #expect(isKnown, "\(told)", sourceLocation: sourceLocation)
        }
        let left = try await kiosk.till("outbox", "list")
        #expect(left.code == 0 && left.output.isEmpty, "\(left)", sourceLocation: sourceLocation)
    }

    /// The order's status at the shop, and how often it was set to paid.
    private static func told(_ order: Int, at shop: SimulatedShop) async throws -> String {
        try await shop.python(
            """
            notes = json.loads(ask('GET', 'wc/v3/orders/\(order)/notes')[2])
            status = json.loads(ask('GET', 'wc/v3/orders/\(order)')[2])['status']
            print(status, sum('to Processing' in note['note'] for note in notes))
            """
        ).output
    }

    @Test(arguments: [
        ("server-error", "shop.server"), ("too-many-requests:1", "shop.server"),
        ("huge-body:20000000", "shop.answerTooLarge"), ("revoked-key", "shop.unauthorized"),
    ])
    func aPaidOrderIsToldOnceWhenTheFaultIsOver(_ fault: String, _ code: String) async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            try await Self.startDevices(kiosk)
            try await shop.obey("\(fault),method=PUT")
            #expect(try await kiosk.pay(order).code == 0, "the card was charged")
            let message = try await Self.waiting(kiosk)
            #expect(message.hasPrefix("order.paid-"))
            let still = try await kiosk.till("outbox", "retry", message)
            #expect(still.code == 75 && still.errors.contains(code), "\(still)")
            #expect(try await Self.waiting(kiosk) == message)
            #expect(try await Self.told(order, at: shop) == "pending 0\n")
            try await shop.obey("mend")
            try await Self.deliver(kiosk)
            #expect(try await Self.told(order, at: shop) == "processing 1\n")
            try await kiosk.expectTheTruth(charges: 1, of: order, still)
        }
    }

    /// The shop has done it, but only half of its answer arrives: the till finds out, and does not do it again.
    @Test func aPaidOrderWhoseAnswerBreaksOffIsNotToldTwice() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            try await Self.startDevices(kiosk)
            try await shop.obey("truncated,method=PUT")
            #expect(try await kiosk.pay(order).code == 0)
            try await shop.obey("mend")
            #expect(try await kiosk.pay(order).code == 8, "the order is paid")
            try await Self.deliver(kiosk)
            #expect(try await Self.told(order, at: shop) == "processing 1\n")
        }
    }

    @Test func aPaidOrderWaitsForTheNextLoginWhenTheShopEndsThisOne() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let (order, other) = (try await shop.newOrder(), try await shop.newOrder())
            try await Self.startDevices(kiosk)
            try await shop.obey("revoked-key,method=PUT")
            #expect(try await kiosk.pay(order).code == 0)
            try await shop.obey("revoked-key")
            let asked = try await kiosk.till("orders", "list")
            #expect(asked.code == 10 && asked.errors.contains("shop.unauthorized"), "\(asked)")
            let whoami = try await kiosk.till("whoami")
            #expect(whoami.code == 10 && whoami.errors.contains("account.signedOut"), "\(whoami)")
            #expect(whoami.errors.contains("does not accept this login"), "\(whoami)")
            let refused = try await kiosk.pay(other)
            #expect(refused.code == 10 && refused.errors.contains("account.signedOut"), "\(refused)")
            let message = try await Self.waiting(kiosk)
            let retried = try await kiosk.till("outbox", "retry", message)
            #expect(retried.code == 75 && retried.errors.contains("shop.unauthorized"), "\(retried)")

            try await shop.obey("mend")
            #expect(try await kiosk.till("whoami").code == 10, "nobody is signed in by itself")
            #expect(try await shop.login().code == 0)
            // Signing in tells the shop for two seconds; a slow machine takes longer.
            try await Self.deliver(kiosk)
            #expect(try await Self.told(order, at: shop) == "processing 1\n")
            #expect(try await Self.told(other, at: shop) == "pending 0\n")
            try await kiosk.expectTheTruth(charges: 1, of: order, retried)
        }
    }

    @Test func anOrderThatIsMadeTwiceOnTheWayIsPaidOnce() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            try await Self.startDevices(kiosk)
            try await shop.obey("duplicated,method=POST")
            let made = try await kiosk.till("orders", "create", "--product", "12x2", "--first-name", "Sieglinde")
            #expect(made.code == 8 && made.errors.contains("order.isTwice"), "\(made)")
            try await shop.obey("mend")
            let there = try await shop.python(
                "print(*sorted(o['id'] for o in json.loads(ask('GET', 'wc/v3/orders?search=Sieglinde')[2])))")
            let orders = there.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            try #require(orders.count == 2, "\(there)")
            #expect(made.errors.contains("pay order \(orders[0])"), "\(made)")
            #expect(try await kiosk.till("orders", "list").code == 0, "the later one is seen first")
            #expect(try await kiosk.pay(orders[0]).code == 0)
            let refused = try await kiosk.pay(orders[1])
            #expect(refused.code == 8 && refused.errors.contains("order.isTwice"), "\(refused)")
            #expect(try await Self.told(orders[0], at: shop) == "processing 1\n")
            #expect(try await Self.told(orders[1], at: shop) == "pending 0\n")
            try await kiosk.expectTheTruth(charges: 1, of: orders[0], refused)
        }
    }

    @Test func aPaymentThatIsToldTwiceOnTheWayIsThereOnceAndARefundIsShownToAPerson() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            try await Self.startDevices(kiosk)
            try await shop.obey("duplicated,method=PUT")
            #expect(try await kiosk.pay(order).code == 0)
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            #expect(try await Self.told(order, at: shop) == "processing 1\n")
            try await shop.obey("mend")

            try await shop.obey("duplicated,method=POST")
            let back = try await kiosk.till(
                "refund", "\(order)", "--amount", "1.00", "--reader", kiosk.reader, "--printer", kiosk.printer)
            #expect(back.code == 0 && back.errors.contains("order.refundedTwice"), "\(back)")
            try await shop.obey("mend")
            let message = try await Self.waiting(kiosk)
            let still = try await kiosk.till("outbox", "retry", message)
            #expect(still.code == 8 && still.errors.contains("order.refundedTwice"), "\(still)")
            let deleted = try await shop.python(
                """
                refunds = json.loads(ask('GET', 'wc/v3/orders/\(order)/refunds')[2])
                print(len(refunds), ask('DELETE', f"wc/v3/orders/\(order)/refunds/{refunds[0]['id']}?force=true")[0])
                """)
            #expect(deleted.output == "2 200\n", "\(deleted)")
            #expect(try await kiosk.till("outbox", "retry", message).code == 0)
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            let left = try await kiosk.till("orders", "refunds", "\(order)")
            #expect(left.output.split(separator: "\n").count == 1, "\(left)")
        }
    }

    /// The shop records the first request and refuses the second, whose answer the till gets: nothing is left to give back.
    @Test func aWholeRefundThatIsToldTwiceOnTheWayIsThereOnce() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            try await Self.startDevices(kiosk)
            #expect(try await kiosk.pay(order).code == 0)
            try await shop.obey("duplicated,method=POST")
            let back = try await kiosk.till(
                "refund", "\(order)", "--reader", kiosk.reader, "--printer", kiosk.printer)
            #expect(back.code == 0 && !back.errors.contains("refuses"), "\(back)")
            try await shop.obey("mend")
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            let left = try await kiosk.till("orders", "refunds", "\(order)")
            #expect(left.output.split(separator: "\n").count == 1, "\(left)")
        }
    }

    @Test func anOrderAndANoteAreMadeOnceWhenTheAnswerIsLost() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            try await shop.obey("answer-lost,method=POST,times=1")
            let made = try await kiosk.till("orders", "create", "--product", "12x2", "--first-name", "Sieglinde")
            #expect(made.code == 0 && made.output.contains("Sieglinde"), "\(made)")
            try await shop.obey("answer-lost,method=POST,times=1")
            let noted = try await kiosk.till("notes", "add", "1001", "Receipt reprinted")
            #expect(noted.code == 0, "\(noted)")
            try await Self.deliver(kiosk)
            let there = try await shop.python(
                """
                notes = json.loads(ask('GET', 'wc/v3/orders/1001/notes')[2])
                print(len(json.loads(ask('GET', 'wc/v3/orders?search=Sieglinde')[2])), len(notes))
                """)
            #expect(there.output == "1 1\n", "\(there)")
        }
    }
}
