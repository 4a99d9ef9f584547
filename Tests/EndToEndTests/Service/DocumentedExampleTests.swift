import Foundation
import Glibc
import Testing

/// The examples of docs/api.md, and the answers that /v1/openapi.json promises.
@Suite struct DocumentedExampleTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../docs/api.md").standardizedFileURL

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
    func everyExampleOfThePageRuns() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try Data("4071".utf8).write(to: URL(fileURLWithPath: kiosk.path("pin")))
            let anna = try await kiosk.till("operators", "create", "Anna", "--pin-file", kiosk.path("pin"))
            try #require(anna.code == 0, "\(anna)")
            let served = try await ServedKiosk(kiosk)
            let kioskToken = try await ServedKiosk.token(kiosk, "kiosk")
            let text = try String(contentsOf: Self.page, encoding: .utf8)
            let blocks = text.components(separatedBy: "```sh\n").dropFirst().compactMap {
                $0.components(separatedBy: "```").first
            }
            #expect(blocks.count >= 9)
            let script = """
                set -eu
                URL=http://127.0.0.1:\(served.port)
                AUTH='Authorization: Bearer \(served.token)'
                KIOSK='Authorization: Bearer \(kioskToken)'
                JSON='Content-Type: application/json'
                \(blocks.joined(separator: "\n"))
                """
            let ending = try await kiosk.start("/bin/sh", ["-x", "-c", script]).end()
            #expect(ending.code == 0, "\(ending)")
        }
    }

    /// Every answer of a route that needs no particular state is as its schema says.
    @Test func theAnswersAreAsTheDescriptionSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            let payment = begun.text("payment")
            let ended = try served.end(of: payment)
            let description = try served.ask("GET", "/v1/openapi.json", token: "")
            let schema = try #require(AnswerSchema(description.document), "\(description)")
            #expect(schema.mistakes(in: begun, "post", "/v1/payments") == [])
            #expect(schema.mistakes(in: ended, "get", "/v1/payments/{id}") == [])
            let gets = [
                "/healthz": "/healthz", "/readyz": "/readyz", "/v1/orders": "/v1/orders?limit=3",
                "/v1/orders/{number}": "/v1/orders/1042", "/v1/payments": "/v1/payments",
                "/v1/payments/{id}/why": "/v1/payments/\(payment)/why", "/v1/receipts": "/v1/receipts",
                "/v1/receipts/{receipt}/prints": "/v1/receipts/last/prints", "/v1/readers": "/v1/readers",
                "/v1/printers": "/v1/printers", "/v1/doubts": "/v1/doubts", "/v1/session": "/v1/session",
                "/v1/reservations": "/v1/reservations", "/v1/operators": "/v1/operators",
                "/v1/configuration": "/v1/configuration", "/v1/outbox": "/v1/outbox", "/v1/status": "/v1/status",
                "/v1/products": "/v1/products?limit=2", "/v1/readers/{reader}/status": "/v1/readers/usual/status",
                "/v1/printers/{printer}/status": "/v1/printers/usual/status",
                "/v1/journal": "/v1/journal", "/v1/journal/head": "/v1/journal/head",
                "/v1/journal/verification": "/v1/journal/verification", "/v1/shops": "/v1/shops",
                "/v1/devices/findings": "/v1/devices/findings", "/v1/backup": "/v1/backup",
            ]
            for (template, path) in gets.sorted(by: { $0.key < $1.key }) {
                let answer = try served.ask("GET", path)
                #expect(answer.status == 200 || template == "/readyz", "\(path): \(answer)")
                #expect(schema.mistakes(in: answer, "get", template) == [], "\(path): \(answer)")
            }
            let missing = try served.ask("GET", "/v1/payments/pay-NONE")
            #expect(missing.status == 404 && schema.mistakes(in: missing, "get", "/v1/payments/{id}") == [])
            let other = try served.ask("PUT", "/v1/payments")
            #expect(other.status == 405 && other.fields["allow"] == "GET, POST", "\(other)")
            try Self.expectWebhooksAsDescribed(served, schema)
            let day = try served.ask("POST", "/v1/ends-of-day", #"{"totals_only": true}"#)
            #expect(day.status == 200 && schema.mistakes(in: day, "post", "/v1/ends-of-day") == [], "\(day)")
            let listed = try served.ask("GET", "/v1/ends-of-day?limit=1")
            #expect(listed.items.count == 1 && schema.mistakes(in: listed, "get", "/v1/ends-of-day") == [], "\(listed)")
        }
    }

    @Test func theAnswersAboutDevicesAreAsTheDescriptionSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let description = try served.ask("GET", "/v1/openapi.json", token: "")
            let schema = try #require(AnswerSchema(description.document), "\(description)")
            let posts = [
                "/v1/readers/{reader}/register": "/v1/readers/counter/register",
                "/v1/readers/{reader}/profile": "/v1/readers/counter/profile",
                "/v1/printers/{printer}/test-page": "/v1/printers/usual/test-page",
                "/v1/printers/{printer}/recover": "/v1/printers/usual/recover",
                "/v1/printers/{printer}/drawer": "/v1/printers/receipts/drawer",
            ]
            for (template, path) in posts.sorted(by: { $0.key < $1.key }) {
                let answer = try served.ask("POST", path)
                #expect(
                    answer.status == 200 && schema.mistakes(in: answer, "post", template) == [], "\(path): \(answer)")
            }
            let profile = try served.ask("GET", "/v1/readers/usual/profile")
            #expect(profile.status == 200, "\(profile)")
            #expect(schema.mistakes(in: profile, "get", "/v1/readers/{reader}/profile") == [], "\(profile)")
        }
    }

    private static func expectWebhooksAsDescribed(_ served: ServedKiosk, _ schema: AnswerSchema) throws {
        let made = try served.ask(
            "POST", "/v1/webhooks", #"{"url": "http://127.0.0.1:1/", "events": ["payment.*"]}"#)
        #expect(made.status == 201 && schema.mistakes(in: made, "post", "/v1/webhooks") == [], "\(made)")
        let path = "/v1/webhooks/" + made.text("id")
        for (method, path, template) in [
            ("GET", "/v1/webhooks", "/v1/webhooks"), ("GET", path, "/v1/webhooks/{id}"),
            ("GET", path + "/refused", "/v1/webhooks/{id}/refused"), ("DELETE", path, "/v1/webhooks/{id}"),
        ] {
            let answer = try served.ask(method, path)
            #expect(answer.status == 200, "\(answer)")
            #expect(schema.mistakes(in: answer, method.lowercased(), template) == [], "\(answer)")
        }
    }
}
