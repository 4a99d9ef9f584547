import Foundation
import Glibc
import Payments
import Testing

/// What the shop is told, and by which process when the till that should have told it was killed.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"))
struct OutboxTests {
    private func undelivered(_ kiosk: Kiosk) async throws -> String {
        try await kiosk.sqlite("SELECT count(*) FROM outbox WHERE delivered_at IS NULL")
    }

    @Test func thePaymentThatMadeItTellsTheShop() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            #expect(try await undelivered(kiosk) == "0\n")
            #expect(try await kiosk.sqlite("SELECT count(*) FROM outbox") == "1\n")
        }
    }

    @Test func sumupAndroidURLScheme8_whatAKilledTillLeftTheNextPaymentTells() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let killed = try await kiosk.startTill(
                kiosk.payment(), environment: ["TILL_TEST_KILL_AT": Checkpoint.s9.rawValue]
            ).end()
            #expect(killed.signal == SIGKILL, "\(killed)")
            #expect(try await undelivered(kiosk) == "1\n")
            let refused = try await kiosk.pay()
            #expect(refused.code == 8, "\(refused)")
            #expect(try await undelivered(kiosk) == "0\n")
        }
    }
}
