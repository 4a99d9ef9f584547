import Foundation
import Glibc
import Testing

/// Webhooks, and receivers that do not behave.
@Suite struct WebhookTests {
    private static func hook(_ served: ServedKiosk, _ url: String, _ events: String = "*") throws -> ServedKiosk.Answer
    {
        let made = try served.ask("POST", "/v1/webhooks", #"{"url": "\#(url)", "events": ["\#(events)"]}"#)
        try #require(made.status == 201, "\(made)")
        return made
    }

    private static func pay(_ served: ServedKiosk, _ order: Int) throws -> String {
        let begun = try served.ask("POST", "/v1/payments", #"{"order": \#(order)}"#, key: "k\(order)")
        try #require(begun.status == 202, "\(begun)")
        return try served.end(of: begun.text("payment")).text("outcome")
    }

    @Test func everyEventComesSignedInOrderWithTheIdOfTheJournal() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let receiver = try EventReceiver(["/all": .answers(200), "/some": .answers(204)])
            let served = try await ServedKiosk(kiosk)
            let before = try #require(try served.ask("GET", "/v1/journal/head").document["sequence"] as? Int)
            let all = try Self.hook(served, receiver.url("/all"))
            _ = try Self.hook(served, receiver.url("/some"), "payment.settled")
            #expect(try Self.pay(served, 1042) == "approved")
            await receiver.hears(1, at: "/some")
            let settled = try #require(receiver.heard(at: "/some").first)
            #expect(settled.kind == "payment.settled")
            await receiver.hears(settled.event - before, at: "/all")
            let heard = receiver.heard(at: "/all")
            #expect(heard.prefix(settled.event - before).map(\.event) == Array((before + 1)...settled.event))
            let page = try served.ask("GET", "/v1/journal?cursor=\(settled.event)&limit=1")
            let entry = try #require(page.items.first)
            let body = try #require(try JSONSerialization.jsonObject(with: settled.body) as? NSDictionary)
            #expect(body == entry as NSDictionary)
            try await Self.expectSigned(heard[0], all.text("secret"), kiosk)
        }
    }

    /// The signature is what another program makes of the secret, the time and the body.
    private static func expectSigned(_ heard: EventReceiver.Heard, _ secret: String, _ kiosk: Kiosk) async throws {
        let signature = heard.fields["till-signature"] ?? ""
        let parts = try #require(signature.wholeMatch(of: /t=(\d+),v1=([0-9a-f]{64})/), "\(signature)")
        let file = kiosk.path("signed")
        try (Data("\(parts.1).".utf8) + heard.body).write(to: URL(fileURLWithPath: file))
        let made = try await kiosk.start("/usr/bin/openssl", ["dgst", "-sha256", "-hmac", secret, file]).end()
        #expect(made.output.contains(String(parts.2)), "\(made)")
    }

    @Test func aReceiverThatDoesNotBehaveDelaysNobodyElse() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let receiver = try EventReceiver([
                "/good": .answers(200), "/hangs": .hangs, "/fails": .answers(500, body: "no"),
                "/refuses": .answers(400),
                "/floods": .floods, "/elsewhere": .answers(200),
                "/moves": .answers(307, fields: "Location: /elsewhere\r\n"),
            ])
            let served = try await ServedKiosk(kiosk)
            var ids: [String: String] = [:]
            for path in ["/hangs", "/fails", "/refuses", "/floods", "/moves", "/good"] {
                ids[path] = try Self.hook(served, receiver.url(path), "payment.settled").text("id")
            }
            let closed = try Self.hook(served, "http://127.0.0.1:1/nobody", "payment.settled").text("id")
            #expect(try Self.pay(served, 1042) == "approved")
            #expect(try Self.pay(served, 1043) == "approved")
            for path in ["/good", "/refuses", "/floods", "/fails", "/moves"] { await receiver.hears(2, at: path) }
            #expect(receiver.heard(at: "/elsewhere").isEmpty)
            #expect(Set(receiver.heard(at: "/fails").prefix(2).map(\.event)).count == 1, "the same event comes again")
            for (path, code) in [("/fails", "endpoint.unanswered"), ("/moves", "endpoint.unanswered")] {
                let hook = try served.ask("GET", "/v1/webhooks/\(ids[path] ?? "")")
                #expect((hook.document["trouble"] as? [String: Any])?["code"] as? String == code, "\(path): \(hook)")
            }
            #expect(try served.ask("GET", "/v1/webhooks/\(closed)").document["trouble"] != nil)
            // The hanging one is told of the same event for ever, and of no other.
            #expect(Set(receiver.heard(at: "/hangs").map(\.event)).count == 1)
            // What the endless one sends is not kept.
            #expect(try Self.residentMegabytes(of: served.child.pid) < 300)
            receiver.change("/fails", to: .answers(200))
            let first = receiver.heard(at: "/good").map(\.event)
            while receiver.heard(at: "/fails").last?.event != first[1] {
                await receiver.hears(receiver.heard(at: "/fails").count + 1, at: "/fails")
            }
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
        }
    }

    private static func residentMegabytes(of process: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .ascii)
        return (Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1_048_576
    }

    @Test func whatWasRefusedIsSentAgainOrGivenUpByAnOperator() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let receiver = try EventReceiver(["/hook": .answers(400)])
            let served = try await ServedKiosk(kiosk)
            let id = try Self.hook(served, receiver.url("/hook"), "payment.settled").text("id")
            #expect(try Self.pay(served, 1042) == "approved")
            #expect(try Self.pay(served, 1043) == "approved")
            await receiver.hears(2, at: "/hook")
            var refused: [Int] = []
            while refused.count < 2 {
                refused = try served.ask("GET", "/v1/webhooks/\(id)/refused").items.compactMap { $0["event"] as? Int }
            }
            receiver.change("/hook", to: .answers(200))
            let again = try served.ask("POST", "/v1/webhooks/\(id)/refused/\(refused[0])/retry")
            #expect(again.status == 200, "\(again)")
            await receiver.hears(3, at: "/hook")
            #expect(receiver.heard(at: "/hook").last?.event == refused[0])
            let listed = try await kiosk.till("webhooks", "refused", id)
            #expect(listed.output.hasPrefix("\(refused[1])  "), "\(listed)")
            #expect(try await kiosk.till("webhooks", "discard", id, String(refused[1])).code == 0)
            #expect(try served.ask("GET", "/v1/webhooks/\(id)/refused").items.isEmpty)
            let unknown = try served.ask("DELETE", "/v1/webhooks/\(id)/refused/\(refused[1])")
            #expect(unknown.status == 404 && unknown.code == "endpoint.notSetAside", "\(unknown)")
        }
    }

    @Test func whatHappenedWhileTheServiceOrTheReceiverWasAwayIsToldAfterwards() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let receiver = try EventReceiver(["/hook": .answers(503)])
            let made = try await kiosk.till(
                "webhooks", "create", "--url", receiver.url("/hook"), "--kinds", "payment.intended,payment.settled")
            #expect(made.code == 0 && made.output.hasPrefix("whsec_"), "\(made)")
            let files = try FileManager.default.contentsOfDirectory(atPath: kiosk.data + "/credentials")
            let secret = try #require(files.first { $0.hasPrefix("webhook-") })
            let mode = try FileManager.default.attributesOfItem(atPath: kiosk.data + "/credentials/" + secret)
            #expect(mode[.posixPermissions] as? Int == 0o600)
            #expect(try await kiosk.pay(1042).code == 0)
            let served = try await ServedKiosk(kiosk)
            await receiver.hears(1, at: "/hook")
            served.child.send(SIGKILL)
            _ = try await served.child.end()
            receiver.change("/hook", to: .answers(200))
            let failed = receiver.heard(at: "/hook").count
            _ = try await ServedKiosk(kiosk)
            await receiver.hears(failed + 2, at: "/hook")
            #expect(receiver.heard(at: "/hook").suffix(2).map(\.kind) == ["payment.intended", "payment.settled"])
        }
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/x", "*", "endpoint.badAddress"), ("http://example.org/x", "*", "endpoint.badAddress"),
        ("https://user:word@example.org/", "*", "endpoint.badAddress"), ("nonsense", "*", "endpoint.badAddress"),
        ("https://example.org/4539682074139251", "*", "request.invalid"),
        ("https://example.org/", "payment.setled", "endpoint.unknownEvent"),
    ])
    func anAddressOrAKindThatIsNoneIsRefused(_ url: String, _ events: String, _ code: String) async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let refused = try served.ask("POST", "/v1/webhooks", #"{"url": "\#(url)", "events": ["\#(events)"]}"#)
            #expect(refused.status == 422 && refused.code == code, "\(refused)")
            #expect(try served.ask("GET", "/v1/webhooks").items.isEmpty)
        }
    }

    @Test func onlyAnOperatorDecidesWhoIsTold() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: "integrator")
            #expect(try served.ask("GET", "/v1/webhooks").status == 403)
            let refused = try served.ask("POST", "/v1/webhooks", #"{"url": "https://example.org/", "events": ["*"]}"#)
            #expect(refused.status == 403, "\(refused)")
        }
    }

    @Test func tillListenPrintsEventsAndForwardsThem() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let receiver = try EventReceiver(["/dev": .answers(200)])
            let served = try await ServedKiosk(kiosk)
            let secret = kiosk.path("secret")
            try Data("whsec_of-a-test\n".utf8).write(to: URL(fileURLWithPath: secret))
            let listening = try await kiosk.startTill(
                [
                    "listen", "--service", "http://127.0.0.1:\(served.port)", "--forward-to", receiver.url("/dev"),
                    "--kinds", "payment.*", "--after", "0", "--secret-file", secret,
                ], environment: ["TILL_TOKEN": served.token])
            #expect(try Self.pay(served, 1042) == "approved")
            try await listening.says("payment.settled: 200")
            let heard = receiver.heard(at: "/dev")
            #expect(heard.allSatisfy { $0.kind.hasPrefix("payment.") } && heard.last?.kind == "payment.settled")
            try await Self.expectSigned(heard[0], "whsec_of-a-test", kiosk)
            listening.send(SIGTERM)
            let stranger = try await kiosk.till("listen", "--service", "http://127.0.0.1:\(served.port)")
            #expect(stranger.code == 75 && stranger.errors.contains("401"), "\(stranger)")
            // The token would cross the network in the clear.
            let nobody = try await kiosk.till(
                "listen", "--service", "http://127.0.0.1:1", "--forward-to", "http://127.0.0.1:9/dev")
            #expect(nobody.code == 75 && !nobody.errors.contains("listening to"), "\(nobody)")
            let elsewhere = try await kiosk.till("listen", "--service", "http://192.0.2.1:7373")
            #expect(elsewhere.code == 64, "\(elsewhere)")
            // What a person is told of a wrong address is no line of events.
            let wrong = try await kiosk.till("webhooks", "create", "--url", "ftp://example.org", "--kinds", "*")
            #expect(wrong.code == 64 && wrong.output.isEmpty, "\(wrong)")
        }
    }
}
