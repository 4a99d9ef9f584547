import Foundation
import Testing

/// `till journal`, intact and after someone changed the database with sqlite3.
@Suite struct JournalTamperingTests {
    private static let sqlite = "/usr/bin/sqlite3"
    private static let isHere = FileManager.default.isExecutableFile(atPath: sqlite)

    private struct Verdict: Decodable {
        let intact: Bool
        let entries: Int?
        let brokenAt: Int?
        let reason: String?
    }

    private struct Entry: Decodable {
        let sequence: Int
        let kind: String
        let payment: String?
        let hash: String
    }

    struct Tampering: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        /// The entry that the verification reports.
        let named: @Sendable (_ last: Int) -> Int
    }

    static let tamperings = [
        Tampering(
            testDescription: "one byte of a row changed",
            sql: """
                DROP TRIGGER journal_no_update;
                UPDATE journal SET payload = CAST(
                    substr(payload, 1, length(payload) - 2) || 'X' || substr(payload, length(payload)) AS BLOB)
                    WHERE sequence = 3;
                """, named: { _ in 3 }),
        Tampering(
            testDescription: "an amount changed",
            sql: """
                DROP TRIGGER journal_no_update;
                UPDATE journal SET payload = CAST(replace(CAST(payload AS TEXT), '1150', '1151') AS BLOB)
                    WHERE sequence = 2;
                """, named: { _ in 2 }),
        Tampering(
            testDescription: "the last row deleted",
            sql: """
                DROP TRIGGER journal_no_delete;
                DELETE FROM journal WHERE sequence = (SELECT max(sequence) FROM journal);
                """, named: { $0 }),
        Tampering(
            testDescription: "a row in the middle deleted",
            sql: "DROP TRIGGER journal_no_delete; DELETE FROM journal WHERE sequence = 4;", named: { _ in 4 }),
        Tampering(
            testDescription: "the head put back",
            sql: """
                UPDATE journal_head SET sequence = 2, hash = (SELECT hash FROM journal WHERE sequence = 2);
                """, named: { $0 }),
    ]

    @Test(.enabled(if: isHere, "there is no /usr/bin/sqlite3"), arguments: tamperings)
    func whatWasTamperedWithIsNamed(_ tampering: Tampering) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let before = try kiosk.decode(Verdict.self, try await kiosk.till("journal", "verify", "--json"))
            let last = try #require(before.entries)
            #expect(before.intact && last > 5)
            try await kiosk.sqlite(tampering.sql)
            let entry = tampering.named(last)
            let found = try await kiosk.till("journal", "verify")
            #expect(found.code == 65 && !found.output.contains("intact"), "\(found)")
            #expect(found.errors.contains("does not verify at entry \(entry)"), "\(found)")
            let json = try await kiosk.till("journal", "verify", "--json")
            #expect(json.code == 65 && json.output.contains(#""broken_at":\#(entry)"#), "\(json)")
        }
    }

    @Test(
        .enabled(if: isHere, "there is no /usr/bin/sqlite3"),
        arguments: [
            "UPDATE journal SET kind = 'x' WHERE sequence = 1", "DELETE FROM journal", "DELETE FROM journal_head",
            "INSERT OR REPLACE INTO journal SELECT 1, at, payment, kind, payload, previous_hash, hash FROM journal LIMIT 1",
        ])
    func theDatabaseItselfRefusesToChangeTheJournal(_ sql: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let refused = try await kiosk.start(Self.sqlite, [kiosk.data + "/till.sqlite", sql]).end()
            #expect(refused.code != 0, "\(refused)")
            let verified = try await kiosk.till("journal", "verify")
            #expect(verified.code == 0 && verified.output.contains("intact"), "\(verified)")
        }
    }

    /// Without the check, a key would be charged again, or a finished payment would block its terminal for ever.
    @Test(
        .enabled(if: isHere, "there is no /usr/bin/sqlite3"),
        arguments: [
            ("idempotency_key = NULL", "journal.contradicted"), ("idempotency_key = 'Z'", "journal.contradicted"),
            ("outcome_kind = NULL", "storage.corrupt"), ("outcome_kind = 'declined'", "storage.corrupt"),
        ])
    func noKeyIsChargedAgainBecauseARowWasChanged(_ change: String, _ code: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let payment = ["pay", "--amount", "1.00", "--key", "K"] + kiosk.paymentToFile().dropFirst(3)
            let paid = try await kiosk.startTill(payment).end()
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.sqlite("UPDATE payments SET \(change)")
            #expect(try await kiosk.till("journal", "verify").code == 65)
            let again = try await kiosk.startTill(payment).end()
            #expect(again.code != 0 && again.errors.contains(code), "\(again)")
            #expect(try kiosk.terminalJournal().standingCharges.count == 1)
        }
    }

    @Test func listAndExportTellTheSameFacts() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let listed = try kiosk.decode([Entry].self, try await kiosk.till("journal", "list", "--json"))
            let exported = try await kiosk.till("journal", "export")
            let lines = exported.output.split(separator: "\n")
            let decoded = try lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
            #expect(decoded.map(\.sequence) == Array(1...listed.count))
            #expect(decoded.map(\.hash) == listed.map(\.hash) && Set(listed.map(\.hash)).count == listed.count)
            #expect(listed.prefix(2).map(\.kind) == ["till.enrolled", "payment.intended"])
            #expect(listed.filter { $0.kind == "receipt.printed" }.count == 2)
            let some = try await kiosk.till("journal", "list", "--from", "2", "--limit", "3", "--json")
            #expect(try kiosk.decode([Entry].self, some).map(\.sequence) == [2, 3, 4])
        }
    }

    @Test func aJournalWithoutPaymentsIsIntact() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("orders", "list").code == 0)
            let verified = try await kiosk.till("journal", "verify")
            #expect(verified.code == 0 && verified.output.contains("intact: 1 entry."), "\(verified)")
        }
    }
}

extension Kiosk {
    /// Pays one order and prints its receipts without any line: the quickest way to a data directory with history.
    func paidDemo() async throws {
        let demo = try await till(
            "demo", "--reader", "simulated", "--scenario", try scenario("{\(Kiosk.quick)}"), "--out", path("out"))
        guard demo.code == 0 else { throw Child.Unexpected(description: "\(demo)") }
    }

    /// A scenario file's path.
    func scenario(_ json: String) throws -> String {
        let file = path("demo-scenario.json")
        try Data(json.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Changes the database as only someone outside Till does.
    @discardableResult
    func sqlite(_ sql: String) async throws -> String {
        let done = try await start("/usr/bin/sqlite3", ["-bail", data + "/till.sqlite", sql]).end()
        guard done.code == 0 else { throw Child.Unexpected(description: "\(done)") }
        return done.output
    }
}
