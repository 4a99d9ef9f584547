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
