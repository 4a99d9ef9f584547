import Foundation
import Glibc
import Testing

/// The kiosk over HTTP, on simulated devices, held against the terminal's own journal.
@Suite struct KioskPageTests {
    @Test func aCustomerFindsPaysAndHasTheReceipt() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let customer = try await KioskCustomer(kiosk)
            try await customer.goToReview(of: "1042")
            let screen = try customer.id
            _ = try customer.act("pay")
            // A second tap, and the tap of a second tab.
            _ = try customer.act("pay", on: screen)
            let receipt = try await customer.comes("receipt")
            #expect((receipt["paid"] as? [String: Any])?["minor"] as? Int == 1150, "\(receipt)")
            let late = try customer.act("pay", on: screen)
            #expect(late.status == 409 && late.code == "kiosk.otherScreen", "\(late)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            _ = try customer.act("print")
            let printed = try await customer.comes {
                $0["name"] as? String == "printing" && $0["state"] as? String != "printing"
            }
            #expect(["printed", "unconfirmed"].contains(printed["state"] as? String ?? ""), "\(printed)")
            #expect(try customer.act("done").status == 200)
            _ = try await customer.comes("thanks")
            #expect(try customer.act("begin").status == 200)
            _ = try await customer.comes("attract")
        }
    }

    @Test func theReceiptCanBeShownAsACode() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let customer = try await KioskCustomer(kiosk)
            #expect(try customer.served.ask("GET", "/kiosk/qr.svg", token: "").status == 404)
            try await customer.goToReview(of: "1042")
            _ = try customer.act("pay")
            _ = try await customer.comes("receipt")
            _ = try customer.act("show")
            let code = try customer.served.ask("GET", "/kiosk/qr.svg", token: "")
            #expect(code.status == 200 && code.fields["content-type"] == "image/svg+xml", "\(code.status)")
            #expect(String(decoding: code.body, as: UTF8.self).hasPrefix("<svg"))
        }
    }

    @Test func aDeclinedCardMayBeFollowedByAnother() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("decline")
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            try await customer.goToReview(of: "1042")
            _ = try customer.act("pay")
            let declined = try await customer.comes("declined")
            #expect(declined["can_again"] as? Bool == true, "\(declined)")
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
            #expect(try customer.act("start").status == 200)
        }
    }

    @Test func aServiceThatIsKilledShowsTheTruthAfterwards() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 3, "step_delay": 0.01, "host_delay": 0.05}}"#)
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            try await customer.goToReview(of: "1042")
            _ = try customer.act("pay")
            let pay = try await customer.comes("pay")
            #expect((pay["due"] as? [String: Any])?["minor"] as? Int == 1150, "\(pay)")
            _ = try await customer.comes { $0["phase"] as? String == "authorising" }
            customer.served.child.send(SIGKILL)
            _ = try await customer.served.child.end()
            let next = try await KioskCustomer(kiosk)
            let first = try next.name
            #expect(["doubt", "receipt", "declined", "cancelled"].contains(first), "\(first)")
            let end = try await next.comes {
                ["receipt", "declined", "cancelled"].contains($0["name"] as? String ?? "")
            }
            let isCharged = end["name"] as? String == "receipt"
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty == !isCharged)
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    @Test func aKioskWithoutItsTerminalSaysSo() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            let away = try await customer.comes("out_of_service")
            #expect((away["code"] as? String)?.isEmpty == false, "\(away)")
        }
    }

    @Test func thePageIsServedWithARuleForWhatItMayLoad() async throws {
        try await Kiosk.run { kiosk in
            let customer = try await KioskCustomer(kiosk)
            let page = try customer.served.ask("GET", "/kiosk", token: "")
            #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8", "\(page)")
            #expect(page.fields["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(page.fields["referrer-policy"] == "no-referrer")
            #expect(page.fields["x-content-type-options"] == "nosniff")
            #expect("\(page)".contains(#"<script type="application/json" id="state">{"#), "\(page)")
            let script = try customer.served.ask("GET", "/kiosk/page/main.js", token: "")
            let tag = try #require(script.fields["etag"])
            let same = try customer.served.ask("GET", "/kiosk/page/main.js", token: "", fields: ["If-None-Match": tag])
            #expect(same.status == 304 && same.body.isEmpty, "\(same)")
            let words = try customer.served.ask("GET", "/kiosk/page/words/en.json", token: "")
            #expect(words.status == 200 && words.fields["content-type"] == "application/json")
            #expect(try customer.served.ask("GET", "/kiosk/page/none.js", token: "").status == 404)
            let state = try customer.state()
            #expect(state.fields["cache-control"] == "no-store", "\(state)")
        }
    }

    @Test func nothingIsTakenFromPagesElsewhere() async throws {
        try await Kiosk.run { kiosk in
            let customer = try await KioskCustomer(kiosk)
            let body = #"{"screen": 1, "act": "begin"}"#
            for fields in [["Origin": "https://shop.example"], ["Sec-Fetch-Site": "cross-site"]] {
                let refused = try customer.served.ask("POST", "/kiosk/act", body, token: "", fields: fields)
                #expect(refused.status == 403 && refused.code == "request.badOrigin", "\(refused)")
            }
            #expect(try customer.served.ask("POST", "/kiosk/act", "{}", token: "").status == 422)
        }
    }

    @Test func everyScreenCanBeLookedAtWithoutDevices() async throws {
        try await Kiosk.run { kiosk in
            let preview = try await kiosk.startTill(["kiosk", "preview", "--listen", "127.0.0.1:0"])
            let said = try await preview.says("/kiosk/preview/operator_pin")
            let port = try #require(said.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }, "\(said)")
            for name in ["review", "pay", "doubt", "declined", "operator_figures", "thanks", "operator_pin"] {
                let shown = try Self.ask(port, "/kiosk/preview/\(name)")
                #expect(shown.status == 303 && shown.fields["location"] == "/kiosk", "\(shown)")
                let screen = try Self.ask(port, "/kiosk/state").document["screen"] as? [String: Any]
                #expect(screen?["name"] as? String == name)
                let chart = try Self.ask(port, "/kiosk/chart/takings.svg")
                #expect(chart.status == (name == "operator_figures" ? 200 : 404), "\(name): \(chart)")
            }
            #expect(try Self.ask(port, "/kiosk/preview/none").code == "kiosk.noScreen")
        }
    }

    private static func ask(_ port: UInt16, _ path: String) throws -> ServedKiosk.Answer {
        let client = try RawClient(port: port)
        client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        return try #require(ServedKiosk.parsed(client.rest()))
    }

    @Test func aServiceThatIsNoKioskHasNoPage() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            #expect(try served.ask("GET", "/kiosk", token: "").status == 404)
            #expect(try served.ask("GET", "/kiosk/state", token: "").status == 404)
        }
    }

    private static func startDevices(of kiosk: Kiosk) async throws {
        try await kiosk.startTerminal("{\(Kiosk.quick)}")
        try await kiosk.startPrinter()
    }
}
