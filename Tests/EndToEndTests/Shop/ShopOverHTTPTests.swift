import Foundation
import Testing

/// A shop over HTTP, from `till login` to an order that the shop was told is paid. The shop is a program in Python that
/// shares no code with Till.
@Suite struct ShopOverHTTPTests {
    /// The shop of one kiosk.
    private struct Shop {
        let kiosk: Kiosk
        let address: String

        init(_ kiosk: Kiosk) async throws {
            self.kiosk = kiosk
            let script =
                URL(filePath: #filePath).pathComponents.prefix { $0 != "EndToEndTests" }.joined(separator: "/")
                + "/Fixtures/http/small-shop.py"
            let ready = try await kiosk.start("/usr/bin/env", ["python3", script, kiosk.directory]).says("shop ready")
            let port = try #require(ready.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
            address = "http://127.0.0.1:\(port)"
        }

        func login(_ password: String = "abcd efgh") async throws -> Ending {
            let command = """
                printf 'anna\\n\(password)\\n' | "\(Programs.path("till"))" login \(address) --stdin --data "\(kiosk.data)"
                """
            return try await kiosk.start("/bin/sh", ["-c", command]).end()
        }

        func control(_ change: String) async throws {
            let script = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1], sys.argv[2].encode())"
            let asked = try await kiosk.start(
                "/usr/bin/env", ["python3", "-c", script, "\(address)/control", change]
            ).end()
            try #require(asked.code == 0, "\(asked)")
        }

        /// What it was told: the requests that change something.
        var told: [String] {
            let text = (try? String(contentsOfFile: kiosk.path("requests"), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("PUT") }
        }
    }

    @Test func anOrderOfTheShopIsPaidAndTheShopIsToldOnce() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk)
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()

            let refused = try await shop.login("wrong")
            #expect(refused.code == 10 && refused.errors.contains("shop.unauthorized"), "\(refused)")
            #expect(try await kiosk.till("whoami").output.contains("operator"), "a refused login changes nothing")

            let login = try await shop.login()
            #expect(login.code == 0 && login.output.contains("Café Größ"), "\(login)")
            #expect(try await kiosk.till("whoami").output.contains("anna, Café Größ (\(shop.address))"))
            let listed = try await kiosk.till("orders", "list")
            #expect(listed.output.contains("Käthe") && !listed.output.contains("<script>"), "\(listed)")

            #expect(try await kiosk.pay().code == 0)
            #expect(shop.told.count == 1 && shop.told[0].hasPrefix("PUT /wp-json/wc/v3/orders/1042"), "\(shop.told)")
            #expect(try await kiosk.pay().code == 8, "the order is paid")
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            #expect(try await kiosk.till("journal", "verify").code == 0)
            let secret = try await kiosk.start("/bin/grep", ["-rl", "abcdefgh", kiosk.data]).end()
            #expect(
                secret.output.split(separator: "\n").allSatisfy { $0.hasSuffix("/credentials/shop-1") }, "\(secret)")
        }
    }

    @Test func whatTheShopRefusesIsSetAsideAndDeliveredWhenAnOperatorSaysSo() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk)
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            try await shop.control(#"{"gone": true}"#)
            let paid = try await kiosk.pay(1043)
            #expect(paid.code == 0, "the card was charged, whatever the shop says")
            #expect(paid.errors.contains("The payment stands") && paid.errors.contains("order.notFound"), "\(paid)")
            let list = try await kiosk.till("outbox", "list")
            let item = try #require(list.output.firstMatch(of: /order\.paid-pay-\S+/)).0
            #expect(list.output.contains("order.notFound"), "\(list)")
            #expect(try await kiosk.till("outbox", "retry", String(item)).code == 7)
            #expect(try await kiosk.till("outbox", "done", "unknown", "--evidence", "x").code == 7)
            try await shop.control(#"{"gone": false}"#)
            #expect(try await kiosk.till("outbox", "retry", String(item)).code == 0)
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
        }
    }

    @Test func whatTheShopRefusesIsSeenToOverHTTP() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk)
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            try Data("4071".utf8).write(to: URL(fileURLWithPath: kiosk.path("pin")))
            #expect(try await kiosk.till("operators", "create", "Anna", "--pin-file", kiosk.path("pin")).code == 0)
            try await shop.control(#"{"gone": true}"#)
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let begun = try served.ask("POST", "/v1/payments", #"{"order": "1043"}"#, key: "k1")
            let path = "/v1/outbox/order.paid-\(begun.text("payment"))"
            let refused = try await Self.refused(path, served)
            #expect(refused.text("order") == "1043" && refused.text("refusal_code") == "order.notFound")
            #expect(try served.ask("GET", "/v1/outbox").items.count == 1)
            for act in ["/retry", "/done"] {
                let answer = try served.ask("POST", path + act, #"{"evidence": "x"}"#)
                #expect(answer.status == 403 && answer.code == "request.forbidden", "\(answer)")
            }
            let entered = try served.ask("POST", "/v1/operators/enter", #"{"name": "Anna", "pin": "4071"}"#)
            let right = ["Operator-Right": entered.text("right")]
            let retried = try served.ask("POST", path + "/retry", fields: right)
            #expect(retried.status == 202 && retried.fields["location"] == path, "\(retried)")
            #expect(retried.text("refusal_code").isEmpty)
            _ = try await Self.refused(path, served)
            try await Self.expectTheEnd(of: path, served, right)
        }
    }

    /// The message once its shop has refused it.
    private static func refused(_ path: String, _ served: ServedKiosk) async throws -> ServedKiosk.Answer {
        for _ in 0..<300 {
            let answer = try served.ask("GET", path)
            if !answer.text("refusal_code").isEmpty { return answer }
            await served.kiosk.pass(milliseconds: 100)
        }
        return try served.ask("GET", path)
    }

    /// The operator ends the delivery, in words, and the journal knows who.
    private static func expectTheEnd(of path: String, _ served: ServedKiosk, _ right: [String: String]) async throws {
        for body in ["{}", #"{"evidence": "  "}"#] {
            let silent = try served.ask("POST", path + "/done", body, fields: right)
            #expect(silent.status == 422 && silent.code == "request.invalid", "\(silent)")
        }
        let done = try served.ask("POST", path + "/done", #"{"evidence": "Marked as paid by hand."}"#, fields: right)
        #expect(done.status == 200 && path.hasSuffix(done.text("id")), "\(done)")
        for (method, act) in [("GET", ""), ("POST", "/retry")] {
            let gone = try served.ask(method, path + act, fields: right)
            #expect(gone.status == 404 && gone.code == "outbox.notFound", "\(gone)")
        }
        let exported = try await served.kiosk.till("journal", "export").output.split(separator: "\n")
        for kind in ["outbox.retried", "outbox.finished"] {
            let entry = try #require(exported.first { $0.contains("\"kind\":\"\(kind)\"") && $0.contains("Anna") })
            #expect(entry.contains("token test"), "\(entry)")
        }
    }

    @Test func aRevokedLoginSignsTheTillOutAndSaysWhy() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk)
            #expect(try await shop.login().code == 0)
            try await shop.control(#"{"revoked": true}"#)
            let asked = try await kiosk.till("orders", "list")
            #expect(asked.code == 10, "\(asked)")
            let whoami = try await kiosk.till("whoami")
            #expect(whoami.code == 10 && whoami.errors.contains("account.signedOut"), "\(whoami)")
            #expect(whoami.errors.contains("does not accept this login"), "\(whoami)")
            try await shop.control(#"{"revoked": false}"#)
            #expect(try await shop.login().code == 0)
            #expect(try await kiosk.till("logout").code == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: kiosk.data + "/credentials")
            #expect(files.isEmpty, "signing out removes the login")
            let embedded = try await kiosk.till("login")
            #expect(embedded.code == 64 && embedded.errors.contains("account.whichShop"), "\(embedded)")
            #expect(try await kiosk.till("login", "--embedded").code == 0)
        }
    }

    /// A pseudo terminal is opened by the script, which types the login and looks at what is shown.
    @Test(arguments: ["secret\\n", "sec\\x03"]) func theSecretIsNotShownAndTheTerminalEchoesAgain(_ typed: String)
        async throws
    {
        try await Kiosk.run { kiosk in
            let script = """
                import os, pty, sys, termios
                pid, line = pty.fork()
                if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
                seen = b""
                def until(text):
                    global seen
                    while text not in seen: seen += os.read(line, 1024)
                until(b"key:")
                os.write(line, b"anna\\n")
                until(b"(not shown):")
                while termios.tcgetattr(line)[3] & termios.ECHO: pass
                os.write(line, b"\(typed)")
                try:
                    while True: seen += os.read(line, 1024)
                except OSError: pass
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                echo = bool(termios.tcgetattr(line)[3] & termios.ECHO)
                print("exit", status, "echo", echo, "shown", b"sec" in seen.split(b"(not shown):")[1])
                """
            let ending = try await kiosk.start(
                "/usr/bin/env",
                [
                    "python3", "-c", script, Programs.path("till"), "login", "http://127.0.0.1:1", "--data", kiosk.data,
                ]
            ).end()
            let expected = typed.hasSuffix("x03") ? 64 : 75
            #expect(ending.output.contains("exit \(expected) echo True shown False"), "\(ending)")
        }
    }

    @Test func whatIsTypedWronglyIsToldInPlainWords() async throws {
        try await Kiosk.run { kiosk in
            let none = try await kiosk.till("login", "http://127.0.0.1:1", "--stdin")
            #expect(none.code == 64 && none.errors.contains("account.noLogin"), "\(none)")
            #expect(try await kiosk.till("login", "--stdin").code == 64)
            let command =
                "printf 'a\\nb\\n' | \"\(Programs.path("till"))\" login http://127.0.0.1:1 --stdin --data \"\(kiosk.data)\""
            let dead = try await kiosk.start("/bin/sh", ["-c", command]).end()
            #expect(dead.code == 75 && dead.errors.contains("shop.connectionRefused"), "\(dead)")
        }
    }
}
