import Foundation
import Glibc
import Testing

/// `till end-of-day` with real processes, against the simulated terminal's own journal.
@Suite struct EndOfDayCommandTests {
    private struct Report: Decodable {
        struct Difference: Decodable {
            let kind: String
            let receiptNumber: Int?
        }
        struct Remark: Decodable {
            let kind: String
            let receiptNumbers: [Int]?
            let sentence: String
        }

        let endOfDay: String
        let outcome: String
        let verdict: String
        let terminalTotal: String?
        let differences: [Difference]
        let remarks: [Remark]
    }

    private func report(_ ending: Ending) throws -> Report {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Report.self, from: Data(ending.output.utf8))
    }

    private func endDay(_ kiosk: Kiosk, _ more: String...) async throws -> Ending {
        try await kiosk.startTill(
            ["end-of-day", "--reader", kiosk.reader, "--printer", kiosk.printer, "--give-up-after", "20"] + more
        ).end()
    }

    /// The file in which the terminal records what it has done, and will do from now on.
    private func terminalJournal(_ kiosk: Kiosk) -> URL {
        URL(fileURLWithPath: kiosk.path("terminal-data") + "/terminal-journal.jsonl")
    }

    /// Books seven euros at the terminal itself, before any till was connected.
    private func bookAtTheTerminal(_ kiosk: Kiosk) throws {
        try FileManager.default.createDirectory(
            atPath: kiosk.path("terminal-data"), withIntermediateDirectories: true)
        let common = #""at":"2026-01-01T08:00:00","amount_minor":700,"currency":"EUR""#
        let lines = [
            #"{"number":1,"event":"booked",\#(common),"receipt":1,"trace":1,"turnover":1,"card_type":10}"#,
            #"{"number":2,"event":"confirmed",\#(common),"original_trace":1}"#,
        ]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: terminalJournal(kiosk))
    }

    /// Reverses the newest booking at the terminal itself, which must not be running.
    private func reverseAtTheTerminal(_ kiosk: Kiosk) throws {
        let lines = try String(contentsOf: terminalJournal(kiosk), encoding: .utf8).split(separator: "\n")
        let entries = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        let booked = try #require(entries.last { $0["event"] as? String == "booked" })
        var reversal = booked
        reversal["event"] = "reversed"
        reversal["number"] = entries.count + 1
        reversal["original_trace"] = booked["trace"]
        for key in ["receipt", "trace", "turnover"] { reversal[key] = try #require(booked[key] as? Int) + 1 }
        let line = try JSONSerialization.data(withJSONObject: reversal) + Data("\n".utf8)
        let file = try FileHandle(forWritingTo: terminalJournal(kiosk))
        try file.seekToEnd()
        try file.write(contentsOf: line)
        try file.close()
    }

    @Test func aDayWithAPaymentStartedAtTheTerminalAgrees() async throws {
        try await Kiosk.run { kiosk in
            try bookAtTheTerminal(kiosk)
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            for order in [1042, 1043] {
                #expect(try await kiosk.startTill(kiosk.payment(of: order)).end().code == 0)
            }
            let ending = try await endDay(kiosk, "--json")
            #expect(ending.code == 0, "\(ending)")
            let report = try report(ending)
            #expect(report.outcome == "closed" && report.verdict == "agrees")
            let own = report.remarks.first { $0.kind == "started_at_terminal" }
            #expect(own?.receiptNumbers == [1])
            #expect(own?.sentence == "Receipt 0001: started at the terminal, 7.00 EUR together.")
            let again = try await kiosk.till("end-of-day", "--last", "--json")
            #expect(again.output == ending.output)
            let receipts = try await kiosk.till("receipts", "list", "--json")
            #expect(receipts.output.contains(report.endOfDay))
        }
    }

    @Test func whatWasTakenBackAtTheTerminalIsNamedByItsReceiptWithExit11() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            for order in [1042, 1043] {
                #expect(try await kiosk.startTill(kiosk.payment(of: order)).end().code == 0)
            }
            terminal.send(SIGTERM)
            try await terminal.end()
            try reverseAtTheTerminal(kiosk)
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let ending = try await endDay(kiosk, "--json")
            #expect(ending.code == 11, "\(ending)")
            let report = try report(ending)
            #expect(report.verdict == "differs")
            #expect(report.differences.contains { $0.kind == "may_be_taken_back" && $0.receiptNumber == 2 })
        }
    }

    @Test func theReportSpeaksTheShopsLanguage() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let asked = try await endDay(kiosk, "--totals-only", "--language", "de")
            #expect(asked.code == 0, "\(asked)")
            #expect(asked.output.contains("Nur abgefragt; der Tag des Terminals geht weiter."))
            #expect(asked.output.contains("Die drei Bücher stimmen überein."))
            let ended = try await endDay(kiosk)
            #expect(ended.code == 0, "\(ended)")
            #expect(ended.output.contains("The terminal has ended its day."))
            #expect(ended.output.contains("Mastercard  "))
        }
    }

    @Test func anUnattendedKioskEndsTheDayByItself() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"end_of_day_after\": 1, \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let refused = try await kiosk.startTill(kiosk.payment(of: 1043)).end()
            #expect(refused.code == 6, "\(refused)")
            #expect(refused.errors.contains("till end-of-day"))
            try kiosk.configure("[policy]\nend_of_day = \"when-demanded\"")
            let paid = try await kiosk.startTill(kiosk.payment(of: 1043)).end()
            #expect(paid.code == 0, "\(paid)")
            let last = try report(try await kiosk.till("end-of-day", "--last", "--json"))
            #expect(last.outcome == "closed")
        }
    }

    @Test func whatTheTerminalCannotTellAPersonSettles() async throws {
        try await Kiosk.run { kiosk in
            let mute = #""tells_totals": false, "repeat_receipt": {"ability": "refuses"}"#
            try await kiosk.startTerminal("{\(mute), \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let end = ["end-of-day", "--reader", kiosk.reader, "--printer", kiosk.printer]
            _ = try await kiosk.startTill(end, environment: ["TILL_TEST_KILL_AT": "E1", "TILL_TEST_CARD_PHASE": "0"])
                .end()
            let open = try await endDay(kiosk, "--json")
            #expect(open.code == 5, "\(open)")
            let report = try report(open)
            #expect(report.outcome == "in_doubt")
            let totals = try await endDay(kiosk, "--totals-only")
            #expect(totals.code == 5 && totals.errors.contains("till settle \(report.endOfDay)"), "\(totals)")
            let settle = ["settle", report.endOfDay]
            #expect(try await kiosk.startTill(settle + ["--not-ended"]).end().code == 64)
            let words = ["--evidence", "the terminal's menu shows an open day"]
            let settled = try await kiosk.startTill(settle + ["--not-ended", "--json"] + words).end()
            #expect(settled.code == 0, "\(settled)")
            #expect(try self.report(settled).outcome == "not_closed")
            #expect(try await kiosk.startTill(settle + ["--ended"] + words).end().code == 8)
            #expect(try await endDay(kiosk).code == 0)
        }
    }

    @Test func withoutAnEndOfDayThereIsNoLastOne() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("whoami").code == 0)
            let ending = try await kiosk.till("end-of-day", "--last")
            #expect(ending.code == 7 && !ending.errors.contains("storage.noTill"), "\(ending)")
        }
    }
}
