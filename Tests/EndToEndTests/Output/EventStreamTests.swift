import Foundation
import Glibc
import Synchronization
import Testing

/// What programs read: the documents of `--json`, and the lines of `--events`.
@Suite struct EventStreamTests {
    private struct Line {
        let name: String
        let fields: [String: Any]
    }

    private static func lines(_ ending: Ending) throws -> [Line] {
        try ending.output.split(separator: "\n").map { line in
            let fields = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(fields["schema_version"] as? Int == 1 && fields["at"] is String, "\(line)")
            return Line(name: try #require(fields["event"] as? String), fields: fields)
        }
    }

    @Test func aPaymentIsToldAsItHappensAndItsOutcomeBeforeThePaper() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startDevices()
            let paid = try await kiosk.pay(1042, "--events", "--tip", "1.00")
            #expect(paid.code == 0, "\(paid)")
            let lines = try Self.lines(paid)
            let names = lines.map(\.name)
            #expect(names.first == "started" && names.last == "end")
            #expect(lines.first?.fields["order"] as? String == "1042", "its number, as in every document")
            let firsts = ["started", "display", "card_read", "outcome", "paper", "shop_told", "end"]
            let places = try firsts.map { try #require(names.firstIndex(of: $0), "\($0) in \(names)") }
            #expect(places == places.sorted(), "\(names)")
            #expect(names.count { $0 == "paper" } == 2 && names.count { $0 == "card_read" } == 1)
            let outcome = try #require(lines.first { $0.name == "outcome" }).fields
            #expect(outcome["outcome"] as? String == "approved" && outcome["prints"] == nil)
            #expect(outcome["amount_minor"] as? Int == 1250 && outcome["tip_minor"] as? Int == 100)
            #expect(outcome["card_brand"] as? String == "Mastercard" && outcome["card_last_four"] as? String == "1234")
            #expect(outcome["approval_code"] as? String == "611804")
            let end = try #require(lines.last).fields
            #expect(end["exit"] as? Int == 0)
            let result = try #require(end["result"] as? [String: Any])
            #expect((result["prints"] as? [Any])?.count == 2)
        }
    }

    /// The line is written as soon as the outcome is known, not when the process ends.
    @Test func theOutcomeIsThereWhileThePrinterWaitsForPaper() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter(fault: "paper-out-after-lines:10")
            let till = try await kiosk.startTill(kiosk.payment(giveUpAfter: 3) + ["--events"])
            let ending = try await till.end()
            #expect(ending.code == 9, "\(ending)")
            let lines = try Self.lines(ending)
            let names = lines.map(\.name)
            let outcome = try #require(names.firstIndex(of: "outcome"))
            let waits = try #require(names.firstIndex(of: "paper_waits"), "\(names)")
            #expect(outcome < waits)
            #expect(lines.last?.fields["exit"] as? Int == 9)
        }
    }

    /// Many programs end their child process after its last event.
    @Test func whoEndsItAfterItsLastEventGetsItsExitCode() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            for _ in 1...3 {
                let till = try await kiosk.startTill(
                    ["pay", "--amount", "1.00", "--events"] + kiosk.paymentToFile().dropFirst(3))
                _ = try await till.says(#""event":"end""#)
                till.send(SIGTERM)
                #expect(try await till.end().code == 0)
            }
        }
    }

    /// The reader has opened the pipe but reads nothing: the receipts are printed all the same.
    @Test func whoDoesNotReadHoldsBackNoPaper() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let pipe = kiosk.path("events")
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = open(pipe, O_RDWR)
            defer { close(reader) }
            // The pipe is full from the start.
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
            let much = [UInt8](repeating: 0x0A, count: 65_536)
            while write(reader, much, much.count) > 0 {}
            let words = [Programs.path("till")] + kiosk.paymentToFile() + ["--data", kiosk.data, "--events"]
            let paid = try kiosk.start("/bin/sh", ["-c", "exec \(words.joined(separator: " ")) > \(pipe)"])
            let paper = URL(filePath: kiosk.path("paper.bin"))
            await kiosk.until("the paper is out") { ((try? Data(contentsOf: paper))?.count ?? 0) > 500 }
            let told = Mutex("")
            await kiosk.until("all is told once somebody reads") {
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let count = max(0, read(reader, &bytes, bytes.count))
                return told.withLock { told in
                    told += String(decoding: bytes[..<count], as: UTF8.self)
                    return told.contains(#""event":"end""#)
                }
            }
            #expect(try await paid.end().code == 0)
            #expect(try kiosk.terminalJournal().standingCharges.count == 1)
        }
    }

    @Test func aDeclinedPaymentTellsItsCode() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("decline")
            try await kiosk.startPrinter()
            let lines = try Self.lines(try await kiosk.pay(1042, "--events"))
            let outcome = try #require(lines.first { $0.name == "outcome" }).fields
            #expect(outcome["outcome"] as? String == "declined" && outcome["decline_code"] as? Int == 5)
            let shown = try await kiosk.till("receipts", "show", "last")
            #expect(shown.code == 0 && !shown.output.contains("Thank you"), "\(shown)")
        }
    }

    @Test(arguments: [["pay", "--events"], ["pay", "--amount", "x", "--events"], ["refund", "nope", "--events"]])
    func whatFailsEndsTheStreamWithItsError(_ arguments: [String]) async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.startTill(arguments).end()
            let lines = try Self.lines(ending)
            #expect(lines.map(\.name) == ["end"], "\(ending)")
            #expect(lines.last?.fields["exit"] as? Int == ending.code.map(Int.init))
            #expect((lines.last?.fields["error"] as? [String: Any])?["code"] is String)
        }
    }

    @Test func aRepeatedKeyGivesTheSameDocumentPrintsIncluded() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startDevices()
            var documents: [NSMutableDictionary] = []
            for _ in 0..<2 {
                let paid = try await kiosk.pay(1042, "--key", "k1", "--json", "--tip", "0.50")
                let document = try #require(
                    try JSONSerialization.jsonObject(with: Data(paid.output.utf8), options: .mutableContainers)
                        as? NSMutableDictionary)
                document.removeObject(forKey: "known")
                documents.append(document)
            }
            #expect(documents[0] == documents[1], "\(documents)")
            #expect((documents[1]["prints"] as? [Any])?.count == 2)
        }
    }

    @Test func whatReceiptsShowTellsIsWhatRenderReads() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startDevices()
            #expect(try await kiosk.pay(1042).code == 0)
            let shown = try await kiosk.till("receipts", "show", "last", "--json")
            try Data(shown.output.utf8).write(to: URL(fileURLWithPath: kiosk.path("receipt.json")))
            let rendered = try await kiosk.till(
                "render", "receipt", kiosk.path("receipt.json"), "--format", "text", "--out", "-")
            let text = try await kiosk.till("receipts", "show", "last")
            #expect(rendered.code == 0 && rendered.output == text.output, "\(rendered)\n\(text)")
        }
    }

    /// No document has keys of Swift's own encoding or an amount that is not a whole number, and every document has a
    /// version.
    @Test func everyDocumentIsMadeForPrograms() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startDevices()
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            #expect(try await kiosk.pay(1042, "--tip", "0.50").code == 0)
            #expect(try await kiosk.startTill(["pay", "--amount", "3.00"] + devices).end().code == 0)
            let commands: [[String]] = [
                ["pay", "--order", "1043"] + devices, ["refund", "1042", "--amount", "1.00"] + devices,
                ["reverse", "last"] + devices, ["reserve", "--amount", "5.00"] + devices, ["reservations", "list"],
                ["end-of-day", "--totals-only"] + devices, ["why", "last"], ["why", "1042"], ["orders", "list"],
                ["orders", "show", "1042"], ["orders", "search", "a"], ["receipts", "list"],
                ["receipts", "show", "last"], ["receipts", "prints", "last"], ["reprint", "last"],
                ["reprint", "last", "--copies", "2"], ["journal", "list"], ["journal", "verify"], ["whoami"],
                ["config", "check"], ["config", "show"], ["readers", "list"], ["printers", "list"],
                ["printers", "status"], ["readers", "status"], ["doctor"], ["pay", "--order", "1042"] + devices,
                ["receipts", "show", "nope"], ["pay"],
            ]
            for command in commands {
                let ending = try await kiosk.startTill(command + ["--json"]).end()
                guard !ending.errors.contains("Unknown option '--json'") else { continue }
                try Self.judge(ending.output, of: command.joined(separator: " "))
            }
            let exported = try await kiosk.till("journal", "export")
            for line in exported.output.split(separator: "\n") { try Self.judge(String(line), of: "journal export") }
            let verified = try await kiosk.till("journal", "verify")
            #expect(verified.code == 0, "\(verified)")
        }
    }

    private static func judge(_ output: String, of command: String) throws {
        let document = try #require(try? JSONSerialization.jsonObject(with: Data(output.utf8)), "\(command): \(output)")
        for part in document as? [Any] ?? [document] {
            let fields = try #require(part as? [String: Any], "\(command)")
            #expect(fields["schema_version"] is Int || fields["schemaVersion"] is Int, "\(command) has no version")
        }
        walk(document, command, "")
    }

    private static func walk(_ value: Any, _ command: String, _ path: String) {
        if let list = value as? [Any] {
            for (index, part) in list.enumerated() { walk(part, command, "\(path)[\(index)]") }
        } else if let fields = value as? [String: Any] {
            for (key, part) in fields {
                let isSwifts = key.hasPrefix("_")
                #expect(!isSwifts, "\(command): \(path).\(key)")
                walk(part, command, "\(path).\(key)")
            }
        } else if let number = value as? NSNumber {
            let isWhole = number.doubleValue == number.doubleValue.rounded()
            #expect(isWhole, "\(command): \(path) is \(number)")
        } else if let text = value as? String {
            #expect(!text.contains("\"_0\""), "\(command): \(path) is \(text)")
        }
    }
}

extension Kiosk {
    /// A terminal that approves without pauses, and a printer.
    fileprivate func startDevices() async throws {
        try await startTerminal("{\(Kiosk.quick)}")
        try await startPrinter()
    }
}
