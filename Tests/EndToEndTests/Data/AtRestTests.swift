import Foundation
import Testing

/// What a command leaves behind in the data directory once it has ended.
@Suite struct AtRestTests {
    private static let commands: [[String]] = [
        ["whoami"], ["why", "last"], ["why", "1042"], ["receipts", "list"], ["receipts", "prints"],
        ["orders", "show", "1042"],
        ["orders", "list"], ["orders", "search", "müller"], ["journal", "list"], ["journal", "verify"],
        ["journal", "verify", "--chain"], ["journal", "export"], ["reservations", "list"], ["resolve"], ["doctor"],
        ["end-of-day", "--last"], ["why", "nothing"], ["orders", "show", "1"], ["login", "--demo"],
        ["whoami", "--json"],
    ]

    private func names(_ kiosk: Kiosk) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: kiosk.data).filter { $0.hasPrefix("till.") }.sorted()
    }

    /// SQLite's log used to stay behind in up to nine runs of ten.
    @Test func afterEveryCommandTheDataIsOneFile() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try names(kiosk) == ["till.head", "till.sqlite"], "after the demonstration")
            for command in Self.commands {
                let ending = try await kiosk.startTill(command).end()
                #expect(ending.signal == nil, "\(command): \(ending)")
                #expect(try names(kiosk) == ["till.head", "till.sqlite"], "\(command): \(ending)")
            }
        }
    }

    @Test func aPaymentLeavesOneFileToo() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            #expect(try names(kiosk) == ["till.head", "till.sqlite"])
        }
    }

    /// Each of these commands used to create and drop a table, which cost two commits and five syncs.
    @Test func whoeverOnlyAsksWritesNothing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            // The first list fills the cache.
            _ = try await kiosk.till("orders", "list")
            let file = URL(filePath: kiosk.data + "/till.sqlite")
            let before = try Data(contentsOf: file)
            for command in Self.commands where command[0] != "login" {
                _ = try await kiosk.startTill(command).end()
                #expect(try Data(contentsOf: file) == before, "\(command)")
            }
        }
    }
}
