import Foundation
import Glibc
import Testing

/// The examples of docs/api.md, and the answers that /v1/openapi.json promises.
@Suite struct DocumentedExampleTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../docs/api.md").standardizedFileURL

    /// Every operation of the description is in an example, and every example does what the page says.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
    func everyOperationHasAnExampleThatRuns() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try Data("4071".utf8).write(to: URL(fileURLWithPath: kiosk.path("pin")))
            let anna = try await kiosk.till("operators", "create", "Anna", "--pin-file", kiosk.path("pin"))
            try #require(anna.code == 0, "\(anna)")
            let mail = try MailSystem(of: kiosk, "cat > mail.$$")
            let served = try await ServedKiosk(kiosk, tables: mail.table)
            let kioskToken = try await ServedKiosk.token(kiosk, "kiosk")
            // Each request is one line, written at once: the trace of a shell mixes the commands of a pipe.
            let requests = kiosk.path("requests")
            let script = """
                set -eu
                curl() { printf 'curl %s\\n' "$*" >>'\(requests)'; command curl "$@"; }
                URL=http://127.0.0.1:\(served.port)
                AUTH='Authorization: Bearer \(served.token)'
                KIOSK='Authorization: Bearer \(kioskToken)'
                JSON='Content-Type: application/json'
                \(try Self.blocks().joined(separator: "\n"))
                """
            let ending = try await kiosk.start("/bin/sh", ["-x", "-c", script]).end()
            #expect(ending.code == 0, "\(ending)")
            let schema = try #require(AnswerSchema.ofSources)
            let made = Self.requests(try String(contentsOfFile: requests, encoding: .utf8))
            let shown = Set(made.compactMap { schema.operation($0.method, $0.path) })
            let missing = schema.operations.subtracting(shown).sorted()
            #expect(missing.isEmpty, "docs/api.md has no example of \(missing)")
            #expect(made.filter { schema.operation($0.method, $0.path) == nil } == [])
        }
    }

    private static func blocks() throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// The requests that were made, one in each line.
    private static func requests(_ lines: String) -> [AnswerSchema.Operation] {
        lines.split(separator: "\n").compactMap { line in
            guard let command = line.wholeMatch(of: /(curl .*)/)?.1,
                let path = command.firstMatch(of: /\shttp:\/\/127\.0\.0\.1:\d+(\/[^\s?]*)/)?.1
            else { return nil }
            let method = command.firstMatch(of: /-X (\S+)/)?.1 ?? (command.contains(" -d ") ? "POST" : "GET")
            return AnswerSchema.Operation(method: String(method), path: String(path))
        }
    }

    @Test func theServiceTellsTheDescriptionOfItsSources() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let told = try served.ask("GET", "/v1/openapi.json", token: "").document as NSDictionary
            let written = try #require(AnswerSchema.ofSources).document as NSDictionary
            #expect(told == written)
        }
    }

    /// Every route that needs no particular state answers; `ask` holds each answer against its schema.
    @Test func theAnswersAreAsTheDescriptionSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            let payment = begun.text("payment")
            _ = try served.end(of: payment)
            let refund = try served.ask("POST", "/v1/payments/\(payment)/refunds", key: "k2")
            _ = try served.end(of: refund.text("payment"))
            for path in [
                "/healthz", "/v1/openapi.json", "/v1/orders?limit=3", "/v1/orders/1042", "/v1/payments",
                "/v1/payments/\(payment)/why", "/v1/payments/\(refund.text("payment"))/why", "/v1/receipts",
                "/v1/receipts/last", "/v1/receipts/last?format=text", "/v1/receipts/last?format=html",
                "/v1/receipts/last?format=svg", "/v1/receipts/last?format=pdf", "/v1/receipts/last?format=png",
                "/v1/receipts/last?format=escpos", "/v1/receipts/last/prints", "/v1/readers", "/v1/printers",
                "/v1/doubts", "/v1/session", "/v1/reservations", "/v1/operators", "/v1/configuration", "/v1/outbox",
                "/v1/status", "/v1/products?limit=2", "/v1/products?search=coffee", "/v1/readers/usual/status",
                "/v1/printers/usual/status", "/v1/journal", "/v1/journal/head", "/v1/journal/verification",
                "/v1/shops", "/v1/devices/findings", "/v1/backup", "/metrics",
            ] {
                let answer = try served.ask("GET", path)
                #expect(answer.status == 200, "\(path): \(answer)")
            }
            _ = try served.ask("GET", "/readyz")
            let product = try #require(served.ask("GET", "/v1/products").items.first?["id"] as? Int)
            #expect(try served.ask("GET", "/v1/products/\(product)").status == 200)
            let missing = try served.ask("GET", "/v1/payments/pay-NONE")
            #expect(missing.status == 404, "\(missing)")
            let other = try served.ask("PUT", "/v1/payments")
            #expect(other.status == 405 && other.fields["allow"] == "GET, HEAD, POST", "\(other)")
            try Self.askAboutWebhooks(served)
            for body in [#"{"totals_only": true}"#, "{}"] {
                let day = try served.ask("POST", "/v1/ends-of-day", body)
                #expect(day.status == 200, "\(day)")
                #expect((day.document["payments"] as? [Any])?.isEmpty == false, "\(day)")
            }
        }
    }

    @Test func theAnswersAboutDevicesAreAsTheDescriptionSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            for path in [
                "/v1/readers/counter/register", "/v1/readers/counter/profile", "/v1/readers/counter/diagnosis",
                "/v1/printers/usual/test-page", "/v1/printers/usual/recover", "/v1/printers/receipts/drawer",
            ] {
                let answer = try served.ask("POST", path)
                #expect(answer.status == 200, "\(path): \(answer)")
            }
            let profile = try served.ask("GET", "/v1/readers/usual/profile")
            #expect(profile.status == 200, "\(profile)")
        }
    }

    private static func askAboutWebhooks(_ served: ServedKiosk) throws {
        let made = try served.ask(
            "POST", "/v1/webhooks", #"{"url": "http://127.0.0.1:1/", "events": ["payment.*"]}"#)
        #expect(made.status == 201, "\(made)")
        let path = "/v1/webhooks/" + made.text("id")
        for (method, path) in [
            ("GET", "/v1/webhooks"), ("GET", path), ("GET", path + "/refused"), ("DELETE", path),
        ] {
            let answer = try served.ask(method, path)
            #expect(answer.status == 200, "\(answer)")
        }
    }
}
