import Foundation
import Glibc
import Testing

/// Connections that nobody uses: those beyond the limit are told so, and an operator at the Unix socket is served all the same.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
struct IdleConnectionTests {
    @Test func beyondTheLimitAConnectionIsRefusedAndTheOperatorIsServed() async throws {
        try await Kiosk.run { kiosk in
            let socket = kiosk.path("socket")
            let served = try await ServedKiosk(kiosk, "--socket", socket)
            let idle = try (0..<1_000).map { _ in try RawClient(port: served.port, seconds: 30) }
            let asked = Date()
            let operatorsAnswer = try await kiosk.start(
                "/usr/bin/curl", ["-sSf", "-m", "20", "--unix-socket", socket, "http://localhost/v1/journal/head"]
            ).end()
            #expect(operatorsAnswer.code == 0, "\(operatorsAnswer)")
            #expect(Date().timeIntervalSince(asked) < 10)
            let refused = try served.ask("GET", "/healthz")
            #expect(refused.status == 503 && refused.code == "service.tooManyConnections", "\(refused)")
            #expect(refused.fields["retry-after"] != nil && refused.fields["connection"] == "close", "\(refused)")
            #expect(idle.count == 1_000)
            #expect(!served.child.hasEnded)
        }
    }

    @Test func onceConnectionsAreClosedNewOnesAreServed() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            var idle = try (0..<300).map { _ in try RawClient(port: served.port, seconds: 30) }
            #expect(try served.ask("GET", "/healthz").status == 503)
            idle.removeAll()
            let answer = try await served.ask("GET", "/healthz") { $0.status == 200 }
            #expect(answer.status == 200, "\(answer)")
        }
    }
}
