import Foundation
import Glibc
import Testing

/// `scripts/demo --serve`, as a newcomer runs it.
@Suite struct DemoServiceTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../scripts/demo").standardizedFileURL.path

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
    func theThreeLinesThatItPrintsWork() async throws {
        try await Kiosk.run { kiosk in
            let programs = URL(fileURLWithPath: Programs.path("till")).deletingLastPathComponent().path
            let surroundings = ["TILL_PROGRAMS": programs, "TILL_DEMO": kiosk.path("demo")]
            let demo = try kiosk.start(
                "/bin/sh", [Self.script, "--serve", "127.0.0.1:0"], environment: surroundings)
            let said = try await demo.says("format=text'\n")
            let lines = said.split(separator: "\n").filter { $0.hasPrefix("curl ") }.map(String.init)
            try #require(lines.count == 3, "\(said)")
            let orders = try await kiosk.start("/bin/sh", ["-c", lines[0]]).end()
            #expect(orders.code == 0 && orders.output.contains("\"number\":\"1054\""), "\(orders)")
            let payment = try await kiosk.start("/bin/sh", ["-c", lines[1]]).end()
            #expect(payment.code == 0 && payment.output.contains("\"payment\":\"pay-"), "\(payment)")
            let receipt = try await kiosk.start("/bin/sh", ["-c", lines[2]]).end()
            #expect(receipt.code == 0 && receipt.output.contains("11,50"), "\(receipt)")
            demo.send(SIGTERM)
            let ending = try await demo.end()
            #expect(ending.code == 0, "\(ending)")
        }
    }
}
