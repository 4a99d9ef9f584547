import Foundation
import Glibc
import Testing

/// What happens at a simulated shop, from there to the command that shows it.
@Suite struct ShopNotificationTests {
    private static let place = "/v1/notifications/deliveries"

    /// Signs in, and serves a till that never asks the shop.
    private static func served(_ kiosk: Kiosk, _ shop: SimulatedShop) async throws -> ServedKiosk {
        let login = try await shop.login()
        try #require(login.code == 0, "\(login)")
        return try await ServedKiosk(kiosk, everySeconds: 0)
    }

    private static func change(_ order: Int, at shop: SimulatedShop, to status: String) async throws {
        let changed = try await shop.python(
            "print(ask('PUT', 'wc/v3/orders/\(order)', {'status': '\(status)'})[0])")
        try #require(changed.output == "200\n", "\(changed)")
    }

    @Test func anOrderThatIsChangedAtTheShopIsShownByTheCommand() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let served = try await Self.served(kiosk, shop)
            let registered = try await kiosk.till("notifications", "register", "http://127.0.0.1:\(served.port)")
            #expect(registered.code == 0 && registered.output.contains(Self.place), "\(registered)")
            #expect(try served.ask("GET", "/v1/notifications").items.isEmpty)
            let listener = try RawClient(port: served.port)
            listener.send(
                "GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nAuthorization: Bearer \(served.token)\r\n\r\n"
            )
            var heard = ""
            while !heard.contains("event: start"), let more = listener.next() {
                heard += String(decoding: more, as: UTF8.self)
            }

            try await Self.change(1002, at: shop, to: "on-hold")
            let told = try await served.ask("GET", "/v1/notifications") { !$0.items.isEmpty }
            #expect(told.items.map { $0["notification"] as? String } == ["storeOrder-1002"], "\(told)")
            while !heard.contains("event: notification\n"), let more = listener.next() {
                heard += String(decoding: more, as: UTF8.self)
            }
            #expect(heard.contains(#""order":"1002""#) && heard.contains(#""status":"on-hold""#), "\(heard)")

            // The shop is away: what it has told is known.
            try await shop.obey("unavailable")
            let listed = try await kiosk.till("notifications", "list")
            #expect(listed.code == 0 && listed.output.contains("* "), "\(listed)")
            #expect(listed.output.contains("storeOrder-1002") && listed.output.contains("on-hold"), "\(listed)")
            try await shop.obey("mend")
            #expect(try await kiosk.till("notifications", "read", "storeOrder-1002").code == 0)
            #expect(try served.ask("GET", "/v1/notifications?unread=true").items.isEmpty)
            #expect(try await kiosk.till("notifications", "read", "storeOrder-9").code == 7)
        }
    }

    @Test func onlyWhatTheShopHasSignedIsTakenIn() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let served = try await Self.served(kiosk, shop)
            let body = #"{"id":5,"date_modified_gmt":"2026-11-20T09:00:00","status":"pending","total":"1.00"}"#
            var fields = ["X-WC-Webhook-Topic": "order.updated", "X-WC-Webhook-Signature": "bm8="]
            func deliver(_ body: String) throws -> ServedKiosk.Answer {
                try served.ask("POST", Self.place, body, token: "", fields: fields)
            }
            #expect(try deliver(body).code == "request.badSignature", "nothing is registered")
            #expect(try await kiosk.till("notifications", "register", "http://127.0.0.1:\(served.port)/").code == 0)
            #expect(try deliver(body).status == 401)
            fields["X-WC-Webhook-Signature"] = nil
            #expect(try deliver(body).status == 401)
            #expect(try deliver(#"{"long":"\#(String(repeating: "x", count: 1 << 20))"}"#).status == 413)
            // A proxy passes the shop's request on under its own name, which no other route takes.
            let ping = "webhook_id=4"
            let asked =
                "POST \(Self.place) HTTP/1.1\r\nHost: till.example\r\nConnection: close\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(ping.count)\r\n\r\n\(ping)"
            #expect(ServedKiosk.parsed(try served.send(Array(asked.utf8)))?.status == 204)
            let other = asked.replacingOccurrences(of: Self.place, with: "/v1/orders")
            #expect(ServedKiosk.parsed(try served.send(Array(other.utf8)))?.status == 421)
            #expect(try served.ask("GET", "/v1/notifications").items.isEmpty)
        }
    }

    @Test func aShopThatCannotReachTheTillIsAsked() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let login = try await shop.login()
            #expect(login.code == 0, "\(login)")
            let served = try await ServedKiosk(kiosk, everySeconds: 1)
            let told = try await served.ask("GET", "/v1/notifications") { $0.items.count >= 3 }
            #expect(told.items.contains { $0["notification"] as? String == "storeOrder-1003" }, "\(told)")
            try await Self.change(1003, at: shop, to: "cancelled")
            let changed = try await served.ask("GET", "/v1/notifications") {
                $0.items.first?["status"] as? String == "cancelled"
            }
            #expect(changed.items.first?["notification"] as? String == "storeOrder-1003", "\(changed)")
        }
    }

    /// WooCommerce does so after five deliveries that failed.
    @Test func aShopThatHasDisabledAWebhookIsAskedAsOneThatHasNone() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("notifications", "register", "http://127.0.0.1:7001").code == 0)
            let disabled = try await shop.python(
                "hook = json.loads(ask('GET', 'wc/v3/webhooks')[2])[0]['id']; "
                    + "print(ask('PUT', f'wc/v3/webhooks/{hook}', {'status': 'disabled'})[0])")
            #expect(disabled.output == "200\n", "\(disabled)")
            let served = try await ServedKiosk(kiosk, everySeconds: 1)
            for status in ["on-hold", "cancelled"] {
                try await Self.change(1003, at: shop, to: status)
                let told = try await served.ask("GET", "/v1/notifications") { answer in
                    answer.items.contains { $0["status"] as? String == status }
                }
                #expect(told.items.contains { $0["status"] as? String == status }, "\(told)")
            }
            served.child.send(SIGTERM)
            let ending = try await served.child.end()
            #expect(ending.errors.components(separatedBy: "shop.webhooksEnded").count == 2, "once: \(ending)")
        }
    }

    @Test func registeringAgainMovesTheWebhooksAndUnregisteringEndsThem() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "1")
            #expect(try await shop.login().code == 0)
            let hooks = "print(sorted(h['delivery_url'] for h in json.loads(ask('GET', 'wc/v3/webhooks')[2])))"
            for port in [7001, 7002] {
                let url = "http://127.0.0.1:\(port)\(Self.place)"
                for _ in 1...2 {
                    let made = try await kiosk.till("notifications", "register", url, "--json")
                    #expect(made.code == 0 && made.output.contains(url), "\(made)")
                }
                #expect(try await shop.python(hooks).output == "['\(url)', '\(url)']\n")
            }
            let secrets = try FileManager.default.contentsOfDirectory(atPath: kiosk.data + "/credentials")
            #expect(secrets.contains { $0.hasPrefix("shop-webhooks-") })
            #expect(try await kiosk.till("notifications", "unregister").code == 0)
            #expect(try await shop.python(hooks).output == "[]\n")
            let after = try FileManager.default.contentsOfDirectory(atPath: kiosk.data + "/credentials")
            #expect(!after.contains { $0.hasPrefix("shop-webhooks-") })
            let bad = try await kiosk.till("notifications", "register", "http://shop.example")
            #expect(bad.code == 64 && bad.errors.contains("endpoint.badAddress"), "\(bad)")
        }
    }

    @Test(arguments: [false, true])
    func loggingOutTakesTheWebhooksAlongOrSaysThatTheyStay(isAway: Bool) async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "1")
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("notifications", "register", "http://127.0.0.1:7001").code == 0)
            if isAway { try await shop.obey("unavailable") }
            let out = try await kiosk.till("logout")
            #expect(out.code == 0 && out.output == "Signed out.\n", "\(out)")
            #expect(out.errors.contains("are still in the shop") == isAway, "\(out)")
            #expect(out.errors.contains("http://127.0.0.1:7001\(Self.place)") == isAway, "\(out)")
            if isAway { try await shop.obey("mend") }
            let left = try await shop.python("print(len(json.loads(ask('GET', 'wc/v3/webhooks')[2])))")
            #expect(left.output == (isAway ? "2\n" : "0\n"), "\(left)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: kiosk.data + "/credentials")
            #expect(kept.contains { $0.hasPrefix("shop-webhooks-") } == isAway)
        }
    }

    @Test func aLogoutThatIsRefusedLeavesTheWebhooksWhereTheyAre() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 60}}"#)
            try await kiosk.startPrinter()
            let served = try await Self.served(kiosk, shop)
            try await Self.change(1001, at: shop, to: "pending")
            let address = "http://127.0.0.1:\(served.port)"
            #expect(try await kiosk.till("notifications", "register", address).code == 0)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": "1001"}"#, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            let out = try await kiosk.till("logout")
            #expect(out.code != 0 && out.errors.contains("session.paymentUnderWay"), "\(out)")
            let left = try await shop.python("print(len(json.loads(ask('GET', 'wc/v3/webhooks')[2])))")
            #expect(left.output == "2\n", "\(left)")
        }
    }

    @Test func whatWasSeenReadAndHiddenIsToldApart() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "2")
            #expect(try await shop.login().code == 0)
            let first = try await kiosk.till("notifications", "list", "--new", "--json", "--limit", "100")
            #expect(first.output.contains("storeOrder-1001"), "\(first)")
            #expect(try await kiosk.till("notifications", "list", "--new").output.isEmpty)
            #expect(try await kiosk.till("notifications", "read", "--all").code == 0)
            #expect(try await kiosk.till("notifications", "list", "--unread").output.isEmpty)
            #expect(try await kiosk.till("notifications", "hide", "storeOrder-1001").code == 0)
            #expect(
                !(try await kiosk.till("notifications", "list", "--limit", "100").output.contains("storeOrder-1001")))
            try await Self.change(1001, at: shop, to: "cancelled")
            let again = try await kiosk.till("notifications", "list", "--unread")
            #expect(again.output.contains("storeOrder-1001") && again.output.contains("cancelled"), "\(again)")
            let shown = try await kiosk.till("notifications", "show", "storeOrder-1001", "--json")
            #expect(shown.code == 0 && shown.output.contains("\"subject\":1001"), "\(shown)")
        }
    }
}
