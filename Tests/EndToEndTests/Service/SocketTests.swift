import Foundation
import Glibc
import Testing

/// The Unix socket of the service: who may use it, and whose it is.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
struct SocketTests {
    @Test func theOwnerNeedsNoTokenAndOthersCannotOpenTheSocket() async throws {
        try await Kiosk.run { kiosk in
            let socket = kiosk.path("socket")
            let served = try await ServedKiosk(kiosk, "--socket", socket)
            let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
            #expect(mode == 0o660)
            let answer = try await Self.curl(kiosk, socket, "/v1/journal/head")
            #expect(answer.code == 0 && answer.output.contains("\"sequence\":"), "\(answer)")
            // The same request over TCP has nobody's word for who sends it.
            #expect(try served.ask("GET", "/v1/journal/head", token: "").status == 401)
            served.child.send(SIGTERM)
            try await served.child.end()
            #expect(!FileManager.default.fileExists(atPath: socket))
        }
    }

    @Test func aSocketAtWhichAnotherServiceAnswersIsNotTaken() async throws {
        try await Kiosk.run { kiosk in
            let socket = kiosk.path("socket")
            _ = try await ServedKiosk(kiosk, "--socket", socket)
            let other = try await kiosk.start(
                "till", ["serve", "--listen", "none", "--socket", socket, "--data", kiosk.path("other")]
            ).end()
            #expect(other.code == 6 && other.errors.contains("service.cannotListen"), "\(other)")
            #expect(other.errors.contains("another program listens there"), "\(other)")
            let answer = try await Self.curl(kiosk, socket, "/healthz")
            #expect(answer.code == 0, "\(answer)")
        }
    }

    private static func curl(_ kiosk: Kiosk, _ socket: String, _ path: String) async throws -> Ending {
        try await kiosk.start(
            "/usr/bin/curl", ["-sSf", "-m", "20", "--unix-socket", socket, "http://localhost\(path)"]
        ).end()
    }
}
