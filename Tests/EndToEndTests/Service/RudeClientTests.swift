import Foundation
import Glibc
import Testing

/// Clients that send what nobody should send. The service refuses each, and answers the next one as ever.
@Suite struct RudeClientTests {
    @Test func whateverIsSentTheNextRequestIsAnswered() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            for line in RudeLine.all(port: served.port, token: served.token) {
                let answer = ServedKiosk.parsed(try served.send(line.bytes, within: 20))
                #expect(
                    answer == nil || (400..<500).contains(answer?.status ?? 0),
                    "\(line.name): \(answer.map { "\($0)" } ?? "-")")
                #expect(try served.ask("GET", "/healthz").status == 200, "after \(line.name)")
            }
            served.child.send(SIGTERM)
            let ending = try await served.child.end()
            #expect(ending.code == 0, "\(ending)")
            #expect(!ending.errors.contains("request.failed"), "\(ending)")
        }
    }

    @Test func theAnswerToHeadIsThatToGetWithoutItsBody() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            for path in ["/healthz", "/readyz", "/v1/payments", "/v1/payments/pay-NONE"] {
                let whole = try served.ask("GET", path)
                let head = try #require(ServedKiosk.parsed(try served.send(served.bytes("HEAD", path))), "\(path)")
                #expect(head.status == whole.status && head.body.isEmpty, "\(path): \(head)")
                #expect(head.mediaType == whole.mediaType, "\(path): \(head)")
                guard path != "/readyz" else { continue }
                #expect(head.fields["content-length"] == String(whole.body.count), "\(path): \(head)")
            }
            let stream = ServedKiosk.parsed(try served.send(served.bytes("HEAD", "/v1/events")))
            #expect(stream?.status == 405 && stream?.fields["allow"] == "GET", "\(stream.map { "\($0)" } ?? "-")")
            let strange = try served.send(
                Array("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nX-A: a\u{1}b\r\n\r\n".utf8))
            let refused = ServedKiosk.parsed(strange)
            #expect(refused?.status == 400 && refused?.body.isEmpty == true, "\(refused.map { "\($0)" } ?? "-")")
        }
    }

    @Test func whatStandsTwiceIsRefused() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let twice = try served.ask("GET", "/v1/orders?limit=1&limit=2")
            #expect(twice.status == 400 && twice.code == "request.malformed", "\(twice)")
            let token = try served.ask("GET", "/v1/orders", fields: ["authorization": "Bearer other"])
            #expect(token.status == 400, "\(token)")
            let key = try served.ask(
                "POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1", fields: ["idempotency-key": "k2"])
            #expect(key.status == 400, "\(key)")
            #expect(try served.ask("GET", "/v1/payments").items.isEmpty)
            let hosts = ServedKiosk.parsed(
                try served.send(
                    Array(
                        ("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nHost: evil.example\r\n"
                            + "Connection: close\r\n\r\n").utf8)))
            #expect(hosts?.status == 400 && hosts?.code == "request.malformed", "\(hosts.map { "\($0)" } ?? "-")")
        }
    }

    /// Anybody may begin a delivery of the shop. Those who do not end it keep no other one out.
    @Test func slowDeliveriesKeepNoOtherOut() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let slow = try (0..<40).map { _ in
                let client = try RawClient(port: served.port, seconds: 30)
                client.send(
                    "POST /v1/notifications/deliveries HTTP/1.1\r\nHost: till.example\r\nContent-Length: 90\r\n\r\n{")
                return client
            }
            let ping = "webhook_id=4"
            for _ in 0..<40 {
                let answer = ServedKiosk.parsed(
                    try served.send(
                        Array(
                            ("POST /v1/notifications/deliveries HTTP/1.1\r\nHost: till.example\r\nConnection: close\r\n"
                                + "Content-Length: \(ping.count)\r\n\r\n\(ping)").utf8)))
                #expect(answer?.status == 204, "\(answer.map { "\($0)" } ?? "-")")
            }
            #expect(slow[0].rest().isEmpty, "the first one has made room")
        }
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
