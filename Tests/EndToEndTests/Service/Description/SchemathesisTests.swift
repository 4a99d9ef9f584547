import Foundation
import Glibc
import Testing

/// Requests that schemathesis makes of the description, against a service on simulated devices.
@Suite struct SchemathesisTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../scripts/schemathesis").standardizedFileURL.path

    /// The folder below which `scripts/python` installs.
    private static var cache: String {
        let variables = ProcessInfo.processInfo.environment
        return variables["XDG_CACHE_HOME"] ?? (variables["HOME"] ?? "/var/tmp") + "/.cache"
    }

    /// How many examples, and for how many seconds at most: half a minute in every run of the tests, and as many as asked for otherwise.
    private static let amount =
        ProcessInfo.processInfo.environment["TILL_SCHEMATHESIS"].map { [$0] } ?? ["3", "30"]

    private static var isHere: Bool { FileManager.default.isExecutableFile(atPath: cache + "/till/python/bin/st") }

    @Test(.enabled(if: isHere, "schemathesis is not installed: scripts/deps"))
    func theServiceIsAsItsDescriptionSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let url = "http://127.0.0.1:\(served.port)"
            let ending = try await kiosk.start(
                "/bin/sh", [Self.script, url] + Self.amount,
                environment: ["TILL_TOKEN": served.token, "XDG_CACHE_HOME": Self.cache], limit: 3_600
            ).end()
            #expect(ending.code == 0, "\(ending)")
            #expect(try served.ask("GET", "/healthz").status == 200)
        }
    }
}
