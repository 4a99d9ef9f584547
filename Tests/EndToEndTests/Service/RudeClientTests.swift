import Foundation
import Glibc
import Testing

/// Clients that send what nobody should send. The service refuses each, and answers the next one as ever.
@Suite struct RudeClientTests {
    @Test func whateverIsSentTheNextRequestIsAnswered() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            for (name, bytes) in Self.rudeLines(port: served.port, token: served.token) {
                let answer = ServedKiosk.parsed(try served.send(bytes, within: 20))
                #expect(
                    answer == nil || (400..<500).contains(answer?.status ?? 0),
                    "\(name): \(answer.map { "\($0)" } ?? "-")")
                #expect(try served.ask("GET", "/healthz").status == 200, "after \(name)")
            }
            served.child.send(SIGTERM)
            let ending = try await served.child.end()
            #expect(ending.code == 0, "\(ending)")
            #expect(!ending.errors.contains("request.failed"), "\(ending)")
        }
    }

    private static func rudeLines(port: UInt16, token: String) -> [(String, [UInt8])] {
        let head = "POST /v1/payments HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
        let json = head + "Idempotency-Key: rude\r\nContent-Type: application/json\r\nConnection: close\r\n"
        func text(_ text: String) -> [UInt8] { Array(text.utf8) }
        return [
            ("two lengths", text(json + "Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}{}")),
            (
                "a length and chunks",
                text(
                    json
                        + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n"
                )
            ),
            ("a length that is no number", text(json + "Content-Length: -1\r\n\r\n{}")),
            (
                "10,000 fields",
                text(head + (0..<10_000).map { "X-\($0): y\r\n" }.joined() + "\r\n")
            ),
            ("a field of a megabyte", text(head + "X-Long: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n")),
            (
                "a body of a megabyte",
                text(json + "Content-Length: 1048576\r\n\r\n" + String(repeating: " ", count: 1 << 20))
            ),
            (
                "chunks of a megabyte",
                text(
                    json + "Transfer-Encoding: chunked\r\n\r\n100000\r\n" + String(repeating: " ", count: 1 << 20)
                        + "\r\n0\r\n\r\n")
            ),
            ("a body that is no UTF-8", text(json + "Content-Length: 4\r\n\r\n") + [0xFF, 0xFE, 0x7B, 0x7D]),
            (
                "a path that is no UTF-8",
                text("GET /v1/orders/") + [0xC3, 0x28]
                    + text(
                        " HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
                    )
            ),
            (
                "a path with zeros",
                text(
                    "GET /v1/payments/%00%2e%2e%2f HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
                )
            ),
            ("nested lists", text(json + "Content-Length: 40000\r\n\r\n" + String(repeating: "[", count: 40_000))),
            ("no HTTP", text("\u{16}\u{03}\u{01} hello\r\n\r\n")),
            ("no Host", text("GET /v1/orders HTTP/1.1\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n")),
            (
                "another Host",
                text(
                    "GET /v1/orders HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
                )
            ),
            ("another Origin", text(json + "Origin: https://evil.example\r\nContent-Length: 2\r\n\r\n{}")),
            ("no token", text("GET /v1/orders HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")),
            (
                "a form",
                text(
                    head
                        + "Idempotency-Key: f\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\nConnection: close\r\n\r\norder=1042"
                )
            ),
        ]
    }

    @Test func aBodyThatDripsInIsCutOffAndNothingIsPaid() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let client = try RawClient(port: served.port, seconds: 30)
            client.send(
                "POST /v1/payments HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nAuthorization: Bearer \(served.token)\r\n"
                    + "Idempotency-Key: slow\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{\"order\":"
            )
            // Nothing more is sent: the connection is closed at the body's deadline, long before the read gives up.
            let answer = ServedKiosk.parsed(client.rest())
            #expect(answer == nil || answer?.status == 400)
            #expect(try served.ask("GET", "/v1/payments").items.isEmpty)
        }
    }
}
