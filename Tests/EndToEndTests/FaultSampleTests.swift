import Simulator
import Testing

/// A sample of the fault table on real processes: each kind of fault once, in a payment over a pseudo terminal or a
/// socket. Whatever happens, the exit code says what the terminal's journal says.
@Suite struct FaultSampleTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        /// Of a scenario file.
        let scenario: String
        let exit: Int32
        var line = Kiosk.Line.pty

        var testDescription: String { name }

        init(_ name: String, _ scenario: String, exit: Int32, on line: Kiosk.Line = .pty) {
            (self.name, self.scenario, self.exit, self.line) = (name, scenario, exit, line)
        }

        static func mishap(
            _ what: TerminalScenario.Mishap.What, _ telegram: Int, exit: Int32, on line: Kiosk.Line = .pty
        )
            -> Sample
        {
            Sample(
                "\(what.rawValue) at \(telegram), \(line)",
                #""faults": {"mishaps": [{"telegram": \#(telegram), "what": "\#(what.rawValue)"}], "outage": 0.3}"#,
                exit: exit, on: line)
        }
    }

    /// The terminal's fifth telegram takes the payment command, the twelfth tells its result, two receipts and the
    /// completion follow.
    static let samples: [Sample] = [
        Sample("bad CRC", #""faults": {"damaged_blocks": [5, 12]}"#, exit: 0),
        Sample("NAK twice", #""faults": {"refused_block": 5, "refusals": 2}"#, exit: 0),
        Sample("lost ACK", #""faults": {"lost_acknowledgements": [5, 6]}"#, exit: 0),
        Sample("duplicate block", #""faults": {"duplicated_blocks": [5, 12, 13]}"#, exit: 0),
        Sample("T1 gap", #""faults": {"interrupted_blocks": [12]}"#, exit: 0),
        Sample("slow bytes", #""faults": {"byte_pause": 0.001}"#, exit: 0),
        Sample("noise", #""faults": {"noise": ["00", "7F"]}"#, exit: 0),
        Sample("split segments", #""network": {"segment_bytes": 1, "segment_pause": 0.0005}"#, exit: 0, on: .network),
        Sample("unknown tags", #""faults": {"unknown_tags": true}"#, exit: 0),
        Sample("extended length", #""faults": {"extended_length": true}"#, exit: 0, on: .network),
        Sample("Latin-1", #""faults": {"latin1_text": true}"#, exit: 0),
        Sample("wrong amount", #""faults": {"amount_error": 1}"#, exit: 3),
        .mishap(.refusal, 5, exit: 75), .mishap(.busy, 5, exit: 75), .mishap(.abort, 8, exit: 4),
        .mishap(.abort, 12, exit: 4, on: .network), .mishap(.omission, 12, exit: 0), .mishap(.repetition, 12, exit: 0),
        .mishap(.stray, 10, exit: 0), .mishap(.unreadable, 12, exit: 3), .mishap(.lineLost, 12, exit: 0),
        .mishap(.lineLost, 13, exit: 0, on: .network), .mishap(.silence, 5, exit: 5),
        .mishap(.restart, 12, exit: 3, on: .network),
    ]

    @Test(arguments: samples)
    func theExitCodeSaysWhatTheTerminalsJournalSays(_ sample: Sample) async throws {
        try await Kiosk.run(on: sample.line) { kiosk in
            let timing =
                #""timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 2, "block_timeout": 1, "answer_timeout": 1, "restart": 0.5}"#
            try await kiosk.startTerminal("{\(timing), \(sample.scenario)}")
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay(giveUpAfter: sample.exit == 5 ? 2 : 20)
            #expect(paid.code == sample.exit, "\(paid)")
            let journal = try kiosk.terminalJournal()
            #expect(journal.requests.count <= 1, "\(journal.entries)")
            #expect(try await kiosk.order().isPaid == (paid.code == 0))
            if paid.code != 5 { #expect(journal.netCharged() == (paid.code == 0 ? 1150 : 0), "\(journal.entries)") }
        }
    }
}
