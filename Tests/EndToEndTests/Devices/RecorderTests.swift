import Foundation
import Glibc
import Recorder
import Testing

/// The flight recorder through real processes: what it records, how the recording is exported, and that it can be
/// replayed.
@Suite struct RecorderTests {
    /// Runs a payment of a scenario and exports its trace; the terminal has ended by then.
    private func record(_ scenario: String, _ kiosk: Kiosk) async throws -> Ending {
        let terminal = try await kiosk.startTerminal(scenario)
        try await kiosk.startPrinter()
        let paid = try await kiosk.pay()
        terminal.send(SIGTERM)
        try await terminal.end()
        let export = try await kiosk.export("last", to: kiosk.path("trace.jsonl"))
        #expect(export.code == 0, "\(export)")
        return paid
    }

    /// Pays once more, with another data directory, against the recording. Returns how the till and the replay ended.
    private func replay(_ kiosk: Kiosk, _ flags: [String] = [], order: Int = 1042) async throws -> (Ending, Ending) {
        let place: [String] =
            switch kiosk.line {
            case .pty, .usb: ["--pty", kiosk.readerLink]
            case .network: ["--tcp", String(kiosk.reader.split(separator: ":").last ?? "")]
            }
        let player = try kiosk.start("till-sim", ["replay", kiosk.path("trace.jsonl")] + place + flags)
        try await player.says("replay ready")
        let arguments = kiosk.payment(of: order) + ["--data", kiosk.path("other-data")]
        let paid = try await kiosk.start("till", arguments).end()
        return (paid, try await player.end())
    }

    /// What is on paper, without the times of printing.
    private func paper(_ pages: [Kiosk.Page]) -> [String] {
        pages.map { page in
            String(decoding: page.bytes, as: UTF8.self)
                .replacing(/\d\d:\d\d(:\d\d)?/, with: "--:--").replacing(/\d{4}-\d\d-\d\d/, with: "----------")
                .replacing(/(pay|rcp)-[0-9A-Z]{10}/, with: "id")
                // The journal has grown in between.
                .replacing(/Journal +\d+ [a-z]+/, with: "head")
        }
    }

    @Test(arguments: [
        ("approve", Int32(0), ["--fast"]), ("approve", 0, []), ("decline", 3, ["--fast"]),
        ("wrong-pin-then-ok", 0, ["--fast"]), ("customer-cancel", 4, ["--fast"]), ("lost-ack", 0, ["--fast"]),
        ("lost-ack", 0, []), ("cable-pull", 0, []),
    ])
    func aRecordedPaymentPlaysAgainWithTheSameEnd(_ scenario: String, _ exit: Int32, _ flags: [String]) async throws {
        try await Kiosk.run { kiosk in
            let paid = try await record(scenario, kiosk)
            #expect(paid.code == exit, "\(paid)")
            let before = try kiosk.pages()
            let (again, player) = try await replay(kiosk, flags)
            #expect(again.code == exit, "\(again)")
            #expect(player.code == 0, "\(player)")
            let after = Array(try kiosk.pages().dropFirst(before.count))
            #expect(paper(after) == paper(before))
        }
    }

    @Test(arguments: ["approve", "decline"])
    func aRecordedPaymentOverTheNetworkPlaysAgain(_ scenario: String) async throws {
        try await Kiosk.run(on: .network) { kiosk in
            let paid = try await record(scenario, kiosk)
            let (again, player) = try await replay(kiosk, ["--fast"])
            #expect(again.code == paid.code, "\(again)")
            #expect(player.code == 0, "\(player)")
        }
    }

    @Test func aTillThatAsksForAnotherAmountIsToldWhere() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await record("{\(Kiosk.quick)}", kiosk).code == 0)
            let (paid, player) = try await replay(kiosk, ["--fast"], order: 1043)
            #expect(paid.code == 5, "the line is gone in the middle: \(paid)")
            #expect(player.code == 1)
            #expect(player.errors.contains("the till says something else"), "\(player)")
        }
    }

    @Test func aTraceIsExportedInEitherFormat() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await record("{\(Kiosk.quick)}", kiosk).code == 0)
            let trace = try Trace(
                decoding: Array(try Data(contentsOf: URL(fileURLWithPath: kiosk.path("trace.jsonl")))))
            #expect(trace.heading?.outcome == "approved")
            #expect(trace.heading?.payment.rawValue == (try await kiosk.why().payment))
            #expect(trace.sessions.count == 1 && trace.beheaded.isEmpty && trace.missing == 0)
            let capture = kiosk.path("trace.pcapng")
            #expect(try await kiosk.export("1042", to: capture, "--format", "pcapng").code == 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: capture)).starts(with: [0x0A, 0x0D, 0x0D, 0x0A]))
            let printed = try await kiosk.till("journal", "export", "--trace", "last")
            #expect(Array(printed.output.utf8) == trace.encoded())
        }
    }

    @Test func aPaymentThatNobodyKnowsHasNoTrace() async throws {
        try await Kiosk.run { kiosk in
            let unknown = try await kiosk.till("journal", "export", "--trace", "pay-NOBODY")
            #expect(unknown.code == 7, "\(unknown)")
            let senseless = try await kiosk.till("journal", "export", "--format", "pcapng")
            #expect(senseless.code == 64, "\(senseless)")
        }
    }

    @Test func whatIsSwitchedOffKeepsNothing() async throws {
        try await Kiosk.run { kiosk in
            try kiosk.configure("[recorder]\nsize = 0")
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            #expect(!FileManager.default.fileExists(atPath: kiosk.data + "/recorder"))
            let export = try await kiosk.till("journal", "export", "--trace", "last")
            #expect(export.code == 7, "\(export)")
        }
    }

    /// Neither the payment nor its receipts are affected.
    @Test func aRecorderThatCannotWriteDisturbsNoPayment() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.till("orders", "list").code == 0)
            try Data().write(to: URL(fileURLWithPath: kiosk.data + "/recorder"))
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            #expect(try kiosk.pages().count == 2)
        }
    }

    @Test func aTillThatIsKilledLeavesWhatPassedUntilThen() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let killed = try await kiosk.pay(environment: ["TILL_TEST_KILL_AT": "S6"])
            #expect(killed.signal == SIGKILL, "\(killed)")
            let paid = try await kiosk.pay()
            #expect(paid.code == 8, "the first payment was found to be booked: \(paid)")
            #expect(try await kiosk.export("last", to: kiosk.path("trace.jsonl")).code == 0)
            let trace = try Trace(
                decoding: Array(try Data(contentsOf: URL(fileURLWithPath: kiosk.path("trace.jsonl")))))
            #expect(trace.sessions.count >= 2, "the payment's line and its recovery's")
        }
    }
}

extension Kiosk {
    fileprivate func export(_ payment: String, to file: String, _ more: String...) async throws -> Ending {
        try await startTill(["journal", "export", "--trace", payment, "--out", file] + more).end()
    }
}
