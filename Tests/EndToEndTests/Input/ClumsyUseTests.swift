import Foundation
import Testing

/// Typing mistakes, and commands at the wrong moment, are answered with messages that help.
@Suite struct ClumsyUseTests {
    private func pay(_ kiosk: Kiosk, _ more: String...) async throws -> Ending {
        try await kiosk.startTill(["pay", "--reader", kiosk.reader, "--printer", kiosk.printer] + more).end()
    }

    @Test(arguments: [["pya"], ["orders", "lsit"]])
    func aCommandThatIsMistypedIsSuggested(_ words: [String]) async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.start("till", words).end()
            #expect(ending.code == 64, "\(ending)")
            let meant = words.count == 1 ? "till pay" : "till orders list"
            #expect(ending.errors.contains("Did you mean \(meant)?"), "\(ending)")
        }
    }

    @Test func anAmountThatCannotBeMeantIsRefusedBeforeAnythingIsAsked() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal()
            try await kiosk.startPrinter()
            let negative = try await pay(kiosk, "--amount", "-5.00")
            #expect(negative.code == 64 && negative.errors.contains("-5.00 EUR cannot be charged"), "\(negative)")
            let vast = try await pay(kiosk, "--amount", "9999999999.99")
            #expect(vast.code == 10 && vast.errors.contains("policy.largest_payment"), "\(vast)")
            let dollars = try await pay(kiosk, "--order", "1042", "--currency", "USD")
            #expect(dollars.code == 8 && dollars.errors.contains("is in EUR, not in USD"), "\(dollars)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }

    @Test(.onlyByItself("a service asks the terminal by itself meanwhile"))
    func aDoubtIsResolvedWithoutAnotherPayment() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay(environment: ["TILL_TEST_KILL_AT": "S6"]).signal == SIGKILL)
            let refund = try await kiosk.till("refund", "1042")
            #expect(refund.code == 75 && refund.errors.contains("is in doubt"), "\(refund)")
            let resolved = try await kiosk.till("resolve", "--give-up-after", "20")
            #expect(resolved.code == 0 && resolved.output.contains("Paid 11.50 EUR"), "\(resolved)")
            #expect(!resolved.output.contains("key"), "nobody used one: \(resolved)")
            let nothing = try await kiosk.till("resolve")
            #expect(nothing.code == 0 && nothing.errors.contains("nothing is in doubt"), "\(nothing)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try await kiosk.till("why", "1042").output.contains("Paid."))
        }
    }

    @Test func whyShowsAnEndOfDay() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let end = try await kiosk.till("end-of-day", "--reader", kiosk.reader)
            let id = try #require(end.output.firstMatch(of: /eod-[A-Z0-9]+/)).output
            let why = try await kiosk.till("why", String(id), "--language", "en")
            #expect(why.code == 0 && why.output == end.output, "\(why)")
            #expect(try await kiosk.till("why", "eod-NONE").code == 7)
        }
    }

    // MARK: What others may read and write

    private func modes(under folder: String) -> [String: mode_t] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.reduce(into: [:]) { modes, name in
            var node = stat()
            if lstat(folder + "/" + name, &node) == 0, node.st_mode & S_IFMT != S_IFLNK {
                modes[name] = node.st_mode & 0o777
            }
        }
    }

    @Test func whatTheSimulatorsWriteIsTheirUsersAlone() async throws {
        try await Kiosk.run { kiosk in
            func openly(_ program: String, _ arguments: [String]) -> [String] {
                ["-c", "umask 000; exec \"$0\" \"$@\"", Programs.path(program)] + arguments
            }
            let (data, paper) = (kiosk.path("private"), kiosk.path("paper"))
            let terminal = try kiosk.start(
                "/bin/sh", openly("till-sim", ["terminal", "--pty", kiosk.readerLink, "--data", data]))
            _ = try await terminal.says("terminal ready")
            let control = kiosk.path("control")
            let printer = try kiosk.start(
                "/bin/sh",
                openly("till-sim", ["printer", "--pty", kiosk.printerLink, "--out", paper, "--control", control]))
            _ = try await printer.says("printer ready")
            let demo = try await kiosk.start(
                "/bin/sh",
                openly(
                    "till",
                    [
                        "demo", "--reader", "simulated", "--data", kiosk.data, "--out", kiosk.path("out"), "--scenario",
                        kiosk.scenario("{\(Kiosk.quick)}"),
                    ])
            ).end()
            #expect(demo.code == 0, "\(demo)")
            for folder in [data, paper, kiosk.data, kiosk.path("out")] {
                let open = modes(under: folder).filter { $0.value & 0o077 != 0 }
                #expect(open.isEmpty, "\(folder): \(open)")
            }
            for child in [terminal, printer] {
                child.send(SIGHUP)
                _ = try await child.end()
            }
            for left in [kiosk.readerLink, kiosk.printerLink, control] { #expect(access(left, F_OK) != 0, "\(left)") }
        }
    }

    @Test func aSimulatorThatCannotBeginLeavesNothing() async throws {
        try await Kiosk.run { kiosk in
            let file = kiosk.path("notes")
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
            let refused = try await kiosk.start(
                "till-sim",
                ["printer", "--pty", kiosk.printerLink, "--out", kiosk.paper, "--control", file]
            ).end()
            #expect(refused.code == 1 && refused.errors.contains("is no socket"), "\(refused)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
            var node = stat()
            #expect(lstat(kiosk.printerLink, &node) != 0)
        }
    }
}
