import Foundation
import Testing

/// Lookups in a shop that does not answer.
@Suite struct LookupCutOffTests {
    private struct Order: Decodable {
        let number: String
        let stale: Bool
        let fetchedAt: Date
    }

    private static let cutOff = ["TILL_TEST_SHOP": "unreachable"]

    private func orders(_ ending: Ending) throws -> [Order] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode([Order].self, from: Data(ending.output.utf8))
    }

    @Test func whatItToldBeforeIsToldAgainAndMarked() async throws {
        try await Kiosk.run { kiosk in
            let before = try orders(try await kiosk.till("orders", "list", "--json"))
            #expect(!before.isEmpty && before.allSatisfy { !$0.stale })
            let ending = try await kiosk.till("orders", "list", "--json", environment: Self.cutOff)
            let after = try orders(ending)
            #expect(ending.code == 0 && after.map(\.number) == before.map(\.number), "\(ending)")
            #expect(after.allSatisfy { $0.stale } && after.map(\.fetchedAt) == before.map(\.fetchedAt))
            #expect(ending.errors.contains("shop.unreachable") && ending.errors.contains("ago"), "\(ending)")
            let shown = try await kiosk.till("orders", "list", environment: Self.cutOff)
            #expect(shown.output.contains("1042") && shown.errors.contains("This is what the shop said"), "\(shown)")
        }
    }

    @Test func whatItNeverToldIsNotKnown() async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.till("orders", "list", environment: Self.cutOff)
            #expect(ending.code == 75 && ending.output.isEmpty, "\(ending)")
        }
    }

    @Test func noMoneyMovesOnWhatItToldBefore() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.till("orders", "list").code == 0)
            let payment = try await kiosk.startTill(kiosk.payment(), environment: Self.cutOff).end()
            #expect(payment.code == 75 && payment.errors.contains("shop.unreachable"), "\(payment)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }
}
