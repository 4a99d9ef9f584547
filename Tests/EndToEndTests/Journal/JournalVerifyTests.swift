import Foundation
import Testing

/// `till journal verify` after somebody edited the tables, against what was kept elsewhere, and every command on rows that
/// hold what Till never writes.
@Suite struct JournalVerifyTests {
    private static let isHere = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

    private struct Document: Decodable {
        struct Difference: Decodable {
            let table: String?
            let sentence: String
        }

        let intact: Bool
        let head: String?
        let differences: [Difference]
        let difference_count: Int
    }

    @Test(.enabled(if: isHere, "there is no /usr/bin/sqlite3"))
    func editedTablesAreNamedRowByRow() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            _ = try await kiosk.sqlite(
                "UPDATE payments SET amount_minor = 99900; DROP TRIGGER journal_no_update; DELETE FROM outbox;")
            let found = try await kiosk.till("journal", "verify")
            #expect(found.code == 65, "\(found)")
            for words in [
                "in the table payments is not what the journal tells: amount_minor differs.",
                "The trigger journal_no_update of the table journal is missing.", "the outbox has no such item.",
                "The journal's chain is intact",
            ] { #expect(found.output.contains(words), "\(found)") }
            #expect(found.errors.contains("(journal.contradicted)"), "\(found)")
            let told = try await kiosk.till("journal", "verify", "--json")
            let document = try JSONDecoder().decode(Document.self, from: Data(told.output.utf8))
            #expect(told.code == 65 && !document.intact && document.head != nil)
            #expect(document.differences.count == document.difference_count)
            #expect(document.differences.contains { $0.table == "payments" })
        }
    }

    @Test func whatWasKeptElsewhereTellsAnotherJournal() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let first = try await kiosk.till("journal", "verify")
            let head = try #require(first.output.firstMatch(of: /head is (\w{64})/)).1
            let export = try await kiosk.till("journal", "export")
            try Data(export.output.utf8).write(to: URL(filePath: kiosk.path("export.jsonl")))
            let files = FileManager.default
            try files.copyItem(atPath: kiosk.data + "/till.head", toPath: kiosk.path("kept.head"))
            let kept = [
                "--since", String(head), "--against", kiosk.path("export.jsonl"), "--against", kiosk.path("kept.head"),
            ]
            try await kiosk.paidDemo()
            let grown = try await kiosk.startTill(["journal", "verify"] + kept).end()
            #expect(grown.code == 0 && grown.output.contains("3 of 3 heads are in it"), "\(grown)")
            // Puts another journal in its place, which is intact in itself.
            try files.removeItem(atPath: kiosk.data)
            try await kiosk.paidDemo()
            let other = try await kiosk.startTill(["journal", "verify"] + kept).end()
            #expect(other.code == 65 && other.output.contains("this is another journal"), "\(other)")
            let alone = try await kiosk.till("journal", "verify")
            #expect(alone.code == 0, "by itself it is whole: \(alone)")
            let typo = try await kiosk.till("journal", "verify", "--since", "abc")
            #expect(typo.code == 64 && typo.errors.contains("is no head of a journal"), "\(typo)")
            let none = try await kiosk.till("journal", "verify", "--against", kiosk.data + "/till.sqlite")
            #expect(none.code == 64 && none.errors.contains("neither a copy of till.head nor an export"), "\(none)")
        }
    }

    static let foreign: [(table: String, edit: String)] = [
        ("shop_orders", "status = NULL"), ("shop_orders", "body = 'text'"), ("settings", "value = 'text'"),
        ("settings", "key = CAST(key AS BLOB)"), ("payments", "amount_minor = 'text'"),
        ("payments", "created_at = 9e99"),
        ("payments", "stage = NULL, outcome = NULL, outcome_kind = NULL"),
        ("print_jobs", "state = 'pending', receipt = 7"),
        ("print_jobs", "state = 'pending', created_at = 'text'"), ("outbox", "delivered_at = NULL, payload = 'text'"),
        ("outbox", "delivered_at = NULL, created_at = x'00'"), ("receipts", "document = NULL"),
        ("journal", "at = 'text'"), ("journal", "kind = NULL"), ("journal_head", "hash = NULL"),
        ("orders", "document = 5"), ("paid_orders", "payment = NULL"), ("terminals", "last_receipt_number = 'x'"),
    ]

    /// A nightly check of a misspelt directory, or of a disk that is not mounted, must not be green for ever.
    @Test(arguments: [
        ["journal", "verify"], ["journal", "list"], ["journal", "export"], ["why", "last"], ["receipts", "list"],
        ["outbox", "list"], ["reservations", "list"], ["end-of-day", "--last"],
    ])
    func whereThereIsNoTillNoneIsReadOrMade(command: [String]) async throws {
        try await Kiosk.run { kiosk in
            let none = kiosk.path("no-till")
            let refused = try await kiosk.start("till", command + ["--data", none]).end()
            #expect(refused.code == 7 && refused.output.isEmpty, "\(refused)")
            #expect(refused.errors.contains("(storage.noTill)"), "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: none))
        }
    }

    @Test(arguments: [["whoami"], ["status"], ["orders", "list"], ["operators", "list"]])
    func aNewMachineAnswersWhatIsOfUseThere(command: [String]) async throws {
        try await Kiosk.run { kiosk in
            let answered = try await kiosk.startTill(command).end()
            #expect(answered.code == 0, "\(answered)")
        }
    }

    /// No command may end by a signal, or with an exit code that it does not document.
    @Test(.enabled(if: isHere, "there is no /usr/bin/sqlite3"), arguments: foreign)
    func noForeignValueEndsACommand(table: String, edit: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let edits = [".dbconfig defensive off", Self.loosen, "UPDATE \(table) SET \(edit)"]
            let edited = try await kiosk.start("/usr/bin/sqlite3", ["-bail", kiosk.data + "/till.sqlite"] + edits).end()
            #expect(edited.code == 0, "\(edited)")
            for command in [
                ["whoami"], ["doctor"], ["orders", "list"], ["orders", "search", "a"], ["receipts", "list"],
                ["journal", "list"], ["journal", "verify"], ["journal", "export"], ["why", "last"],
                ["reservations", "list"], ["refund", "last", "--reader", "tcp:127.0.0.1:1"],
                ["end-of-day", "--reader", "tcp:127.0.0.1:1"],
            ] {
                let ended = try await kiosk.startTill(command).end()
                // The code is nil where a signal ended the process; 1 is an internal error.
                #expect(ended.code != nil && ended.code != 1, "\(command): \(ended)")
                #expect(!ended.errors.contains("Fatal error"), "\(command): \(ended)")
            }
        }
    }

    private static let loosen = """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(replace(replace(sql, ') STRICT', ')'),
            ' TEXT', ''), ' BLOB', ''), 'INTEGER PRIMARY KEY', 'ROWID PRIMARY KEY'), ' INTEGER', ''),
            'ROWID PRIMARY KEY', 'INTEGER PRIMARY KEY'), ' NOT NULL', '') WHERE type = 'table' AND name NOT LIKE '%sqlite%';
        DELETE FROM sqlite_schema WHERE type = 'trigger';
        PRAGMA writable_schema = RESET;

        """
}
