import Foundation
import Glibc
import Testing

/// `till status`, for people and programs.
@Suite struct StatusCommandTests {
    private struct Document: Decodable {
        struct Takings: Decodable {
            let currency: String
            let payments: Int
            let takenMinor: Int64
        }

        struct Times: Decodable {
            let phase: String
            let count: Int
            let p50: Int64
            let p95: Int64
        }

        struct Device: Decodable {
            let address: String
            let state: String
        }

        struct Doubt: Decodable { let payment: String }
        struct Waiting: Decodable { let count: Int }

        let takings: [Takings]
        let outcomes: [String: Int]
        let times: [Times]
        let doubts: [Doubt]
        let waitingPrints: Waiting
        let terminals: [Device]
        let printers: [Device]
    }

    @Test func aPaymentIsInTheDaysFigures() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let status = try kiosk.decode(Document.self, try await kiosk.till("status", "--json"))
            #expect(status.takings.map(\.currency) == ["EUR"] && status.takings.map(\.payments) == [1])
            #expect(status.takings[0].takenMinor > 0 && status.outcomes == ["approved": 1])
            #expect(status.times.map(\.phase) == ["preparing", "terminal", "settling", "printing", "whole"])
            #expect(status.times.allSatisfy { $0.count == 1 && $0.p50 == $0.p95 && $0.p50 < 60_000 })
            #expect(status.terminals.map(\.state) == ["answered"] && status.doubts.isEmpty)
            #expect(status.printers.map(\.address) == [kiosk.printer] && status.waitingPrints.count == 0)
            let german = try await kiosk.till("status", environment: ["LANG": "de_DE.UTF-8"])
            #expect(german.code == 0 && german.output.contains("Einnahmen"), "\(german)")
        }
    }

    @Test func watchingShowsItAnewUntilItIsInterrupted() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let command = "exec \"$0\" status --watch --data \"$1\" > \"$2\""
            let watch = try kiosk.start(
                "/bin/sh", ["-c", command, Programs.path("till"), kiosk.data, kiosk.path("shown")])
            await kiosk.until("it was shown twice") {
                let shown = (try? String(contentsOfFile: kiosk.path("shown"), encoding: .utf8)) ?? ""
                return watch.hasEnded || shown.components(separatedBy: "Takings").count > 2
            }
            watch.send(SIGINT)
            let ended = try await watch.end()
            #expect(ended.signal == SIGINT || ended.code == 0, "\(ended)")
            let both = try await kiosk.till("status", "--watch", "--json")
            #expect(both.code == 64, "\(both)")
        }
    }
}
