import Foundation
import Glibc
import Testing

/// Whole card numbers, tracks, names and expiry dates go into every input of real processes. Then every file and every
/// output of those processes is searched, in every encoding.
@Suite struct CanaryTests {
    private let search = CanarySearch()

    /// Expects no card data in what the kiosk leaves behind or in the output.
    private func expectNothing(_ kiosk: Kiosk, _ said: [Ending], _ more: [Data] = []) throws {
        var finds = try search.finds(below: kiosk.directory)
        for ending in said {
            finds += search.finds(in: Data(ending.output.utf8), called: "an output")
            finds += search.finds(in: Data(ending.errors.utf8), called: "an error output")
        }
        for data in more { finds += search.finds(in: data, called: "the journal") }
        #expect(finds.isEmpty, "\(finds.joined(separator: "\n"))")
    }

    /// Runs every command that tells what happened.
    private func tell(_ kiosk: Kiosk) async throws -> [Ending] {
        var said: [Ending] = []
        for command in [
            ["why", "last"], ["why", "last", "--json"], ["journal", "list", "--json"], ["journal", "export"],
            ["journal", "verify"], ["receipts", "list", "--json"], ["receipts", "show", "last"],
            ["receipts", "show", "last", "--json"], ["receipts", "show", "last", "--copy", "merchant"],
            ["orders", "list", "--json"], ["orders", "show", "1042"], ["reprint", "last"],
        ] {
            said.append(try await kiosk.startTill(command + ["--log-level", "debug"]).end())
        }
        return said
    }

    // MARK: The terminal

    @Test(arguments: [
        (CanaryTerminal.Manner.approves, Int32(0)), (.aborts, 4), (.stammers, 5), (.mumbles, 0),
    ])
    func whatATerminalSaysOfACardIsNeitherKeptNorSaid(_ manner: CanaryTerminal.Manner, exit: Int32) async throws {
        try await Kiosk.run { kiosk in
            let device = try CanaryTerminal.plugged(manner, into: kiosk)
            defer { device.stop() }
            let paid = try await kiosk.startTill(kiosk.paymentToFile() + ["--log-level", "debug"]).end()
            #expect(paid.code == exit, "\(paid)")
            // This terminal repeats no transaction, before or after, so the outcome stays unknown.
            let ended = manner == .stammers ? "payment.inDoubt" : "payment.ended"
            #expect(paid.errors.contains(ended), "the log is on: \(paid)")
            let told = try await tell(kiosk)
            if manner == .approves {
                let receipt = told[6].output
                #expect(receipt.contains("PAN ************0196"), "the terminal's text is printed: \(receipt)")
            }
            try expectNothing(kiosk, [paid] + told)
        }
    }

    @Test func theJournalOfSystemdIsToldNothingOfACard() async throws {
        try await Kiosk.run { kiosk in
            let device = try CanaryTerminal.plugged(.approves, into: kiosk)
            let journal = try CanaryJournal(kiosk.path("journal"))
            defer { device.stop() }
            let till = [Programs.path("till")] + kiosk.paymentToFile() + ["--data", kiosk.data, "--log-level", "debug"]
            let quoted = till.map { "'\($0)'" }.joined(separator: " ")
            let paid = try await kiosk.start(
                "/bin/sh", ["-c", "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); exec \(quoted)"],
                environment: ["TILL_JOURNAL_SOCKET": kiosk.path("journal")]
            ).end()
            #expect(paid.code == 0, "\(paid)")
            let entries = await journal.datagrams(until: "EVENT=program.stopped\n", in: kiosk)
            let all = entries.map { String(decoding: $0, as: UTF8.self) }
            #expect(all.contains { $0.contains("EVENT=payment.ended\n") && $0.contains("\nPAYMENT_ID=pay-") })
            #expect(!paid.errors.contains("payment.ended"), "fields, not lines: \(paid.errors)")
            try expectNothing(kiosk, [paid], entries)
        }
    }

    @Test func anInspectedTelegramShowsItsExpiryAndNoMore() async throws {
        try await Kiosk.run { kiosk in
            let amount = [UInt8](repeating: 0, count: 6)
            let telegrams = [CanaryTerminal.shows, CanaryTerminal.status(result: 0, amount), CanaryTerminal.aborted]
            for telegram in telegrams + CanaryTerminal.receipt + CanaryTerminal.broken {
                let hex = telegram.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                for form in [["--json"], []] {
                    let shown = try await kiosk.start("till", ["inspect", "zvt", hex] + form).end()
                    let finds = search.finds(in: Data((shown.output + shown.errors).utf8), called: "inspect")
                    // A single telegram does not reveal a number that continues in the next one.
                    let whole = finds.filter { find in
                        ["an expiry", "a beginning"].allSatisfy { !find.hasSuffix($0) } && !find.contains("splitNumber")
                    }
                    #expect(whole.isEmpty, "\(finds)\n\(shown)")
                }
            }
        }
    }

    // MARK: Crashes

    @Test(arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGILL, SIGBUS])
    func aCrashWithACardInMemoryTellsNothingOfIt(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            let device = try CanaryTerminal.plugged(.approves, into: kiosk)
            defer { device.stop() }
            let till = [Programs.path("till")] + kiosk.paymentToFile() + ["--data", kiosk.data, "--log-level", "debug"]
            let quoted = till.map { "'\($0)'" }.joined(separator: " ")
            let crashed = try await kiosk.start(
                "/bin/sh", ["-c", "cd '\(kiosk.directory)' && ulimit -c unlimited && exec \(quoted)"],
                environment: [
                    "TILL_TEST_KILL_AT": "S5-received", "TILL_TEST_KILL_WITH": String(signal),
                    "SWIFT_BACKTRACE": "enable=yes,color=no",
                ]
            ).end()
            #expect(crashed.signal == signal, "\(crashed)")
            #expect(crashed.errors.contains("crashed: signal \(signal < 10 ? "0" : "")\(signal)"), "\(crashed)")
            #expect(!crashed.errors.contains("Registers"), "memory is shown: \(crashed)")
            let cores = try FileManager.default.contentsOfDirectory(atPath: kiosk.directory).filter {
                $0.hasPrefix("core")
            }
            #expect(cores.isEmpty)
            try expectNothing(kiosk, [crashed])
        }
    }

    // MARK: People and shops

    @Test func whatIsTypedInTheWrongPlaceIsNotRepeated() async throws {
        let (number, grouped) = (Canary.argument.digits, Canary.argument.grouped)
        try await Kiosk.run { kiosk in
            var said: [Ending] = []
            for command in [
                ["pay", "--order", number], ["pay", "--order", grouped], ["pay", "--amount", number],
                ["pay", "--amount", "1.00", "--currency", number], ["pay", "--order", "1042", "--tip", number],
                ["pay", "--order", "1042", "--reader", number],
                ["pay", "--order", "1042", "--reader", "serial:/dev/\(number)"],
                ["pay", "--order", "1042", "--language", number], ["pay", "--\(number)"], ["pay", number], [number],
                ["why", number], ["why", grouped], ["reprint", number], ["receipts", "show", grouped],
                ["receipts", "list", "--limit", number], ["orders", "show", number], ["orders", "search", number],
                ["orders", "list", "--status", number], ["demo", "--scenario", number], ["demo", "--baud", number],
                ["journal", "list", "--from", number], ["inspect", "zvt", number], ["inspect", "escpos", "/\(number)"],
                ["render", "escpos", "/\(number)", "--out", "/nonexistent"], ["whoami", "--log-level", number],
                [
                    "pay", "--order", "1042", "--reader", "simulated:", "--printer", "file:\(kiosk.path("p"))", "--key",
                    number,
                ],
                ["pay", "--order", "1042", "--reader", "simulated:?scenario=\(number)", "--printer", "file:/dev/null"],
            ] {
                let isBare = ["inspect", "render", number].contains(command[0])
                let variables = [
                    "TILL_LOG": Canary.environment.digits, "TILL_CONFIG": "/\(Canary.environment.digits)",
                    "XDG_RUNTIME_DIR": "/\(Canary.environment.digits)",
                ]
                said.append(
                    try await kiosk.start(
                        "till", command + (isBare ? [] : ["--data", kiosk.data]),
                        environment: command[0] == "why" ? [:] : variables
                    ).end())
                said.append(try await kiosk.start("till", command + (isBare ? [] : ["--data", kiosk.data])).end())
            }
            try expectNothing(kiosk, said)
        }
    }

    @Test func aConfigurationThatHoldsACardNumberIsRefusedWithoutRepeatingIt() async throws {
        let number = Canary.argument.digits
        try await Kiosk.run { kiosk in
            var said: [Ending] = []
            for text in [
                "[shop]\nname = \"\(number)\"", "[shop]\nfooter = [\"\(Canary.argument.grouped)\"]",
                "[shop]\n\(number) = 1",
                "[policy]\ngive_up_after = \(number)", "[\(number)]", "\(number)", "[shop]\naddress = \"\(number)\"",
                "[[readers]]\nname = \"front\"\naddress = \"serial:/dev/\(number)\"",
            ] {
                try kiosk.configure(text)
                for command in [
                    ["config", "check"], ["config", "check", "--json"], ["config", "show"], ["orders", "list"],
                ] {
                    let ending = try await kiosk.startTill(command).end()
                    #expect(ending.code == 65, "\(text): \(ending)")
                    said.append(ending)
                }
            }
            try kiosk.configure("")
            said.append(
                try await kiosk.till("config", "show", environment: ["TILL_SHOP_NAME": Canary.environment.digits]))
            try expectNothing(kiosk, said)
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"))
    func aCardNumberInAShopsOrderReachesNothingElse() async throws {
        let (number, grouped) = (Canary.shop.digits, Canary.shop.grouped)
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("orders", "list").code == 0)
            // The embedded shop's own record belongs to the shop; it is taken out before the search.
            try await kiosk.sqlite("CREATE TABLE kept AS SELECT order_id, body FROM shop_orders;")
            try await kiosk.sqlite(
                """
                UPDATE shop_orders SET body = CAST(json_set(CAST(body AS TEXT),
                    '$.number', '\(number)', '$.billing.first_name', '\(number)', '$.billing.last_name', '\(grouped)',
                    '$.billing.address_1', '\(number)', '$.line_items[0].name', 'Tea \(number)',
                    '$.tax_lines[0].label', '\(grouped)', '$.customer_note', '\(Canary.track.track1)',
                    '$.billing.phone', \(number), '$.card',
                    json('{"\(number)": "by name", "pan": \(number), "dec": \(number).0}')) AS BLOB);
                """)
            let device = try CanaryTerminal.plugged(.approves, into: kiosk)
            defer { device.stop() }
            var said = try await [
                kiosk.till("orders", "list", "--json"), kiosk.till("orders", "show", "1042"),
                kiosk.till("orders", "search", "Tea", "--json"), kiosk.till("orders", "show", "1042", "--whole"),
                await kiosk.startTill(kiosk.paymentToFile() + ["--log-level", "debug"]).end(),
            ]
            #expect(said[3].output.contains(#""pan":"************8566""#), "all that the shop has: \(said[3])")
            #expect(said[4].code == 0, "\(said[4])")
            said += try await tell(kiosk)
            #expect(said.contains { $0.output.contains("Tea ************8566") }, "the order's lines are printed")
            try await kiosk.sqlite(
                """
                UPDATE shop_orders SET body = (SELECT body FROM kept WHERE kept.order_id = shop_orders.order_id);
                DROP TABLE kept; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);
                """)
            try expectNothing(kiosk, said)
        }
    }
}
