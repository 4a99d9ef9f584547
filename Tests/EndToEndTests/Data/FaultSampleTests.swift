import Glibc
import Simulator
import Testing

/// A sample of the fault table with real processes: each kind of fault once in a payment, and some in every other
/// command, over a pseudo terminal or a socket. Whatever happens, the exit code agrees with the terminal's journal.
@Suite struct FaultSampleTests {
    private static let timing =
        #""timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 2, "block_timeout": 1, "answer_timeout": 1, "restart": 0.5}"#

    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        /// The name of a scenario file.
        let scenario: String
        let exit: Int32
        var line = Kiosk.Line.pty

        var testDescription: String { name }

        init(_ name: String, _ scenario: String, exit: Int32, on line: Kiosk.Line = .pty) {
            (self.name, self.scenario, self.exit, self.line) = (name, scenario, exit, line)
        }

        static func fault(
            _ what: TerminalScenario.TerminalFault.What, _ telegram: Int, exit: Int32, on line: Kiosk.Line = .pty
        )
            -> Sample
        {
            Sample(
                "\(what.rawValue) at \(telegram), \(line)",
                #""faults": {"mishaps": [{"telegram": \#(telegram), "what": "\#(what.rawValue)"}], "outage": 0.3}"#,
                exit: exit, on: line)
        }
    }

    /// The terminal's fifth telegram accepts the payment command, the twelfth tells its result; two receipts and the
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
        .fault(.refusal, 5, exit: 75), .fault(.busy, 5, exit: 75), .fault(.abort, 8, exit: 4),
        .fault(.abort, 12, exit: 4, on: .network), .fault(.omission, 12, exit: 0), .fault(.repetition, 12, exit: 0),
        .fault(.stray, 10, exit: 0), .fault(.unreadable, 12, exit: 3), .fault(.lineLost, 12, exit: 0),
        .fault(.lineLost, 13, exit: 0, on: .network), .fault(.silence, 5, exit: 5),
        .fault(.restart, 12, exit: 3, on: .network),
    ]

    @Test(arguments: samples)
    func theExitCodeSaysWhatTheTerminalsJournalSays(_ sample: Sample) async throws {
        try await Kiosk.run(on: sample.line) { kiosk in
            try await kiosk.startTerminal("{\(Self.timing), \(sample.scenario)}")
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay(giveUpAfter: sample.exit == 5 ? 2 : 20)
            #expect(paid.code == sample.exit, "\(paid)")
            let journal = try kiosk.terminalJournal()
            #expect(journal.requests.count <= 1, "\(journal.entries)")
            #expect(try await kiosk.order().isPaid == (paid.code == 0))
            if paid.code != 5 { #expect(journal.netCharged() == (paid.code == 0 ? 1150 : 0), "\(journal.entries)") }
        }
    }

    /// What is requested of a terminal that has taken one payment.
    enum Errand: String, CaseIterable, Sendable {
        case refund, reverse
        case endOfDay = "end-of-day"
        case status = "readers status"

        func arguments(_ kiosk: Kiosk) -> [String] {
            let reader = ["--reader", kiosk.reader]
            let paper = ["--printer", "file:" + kiosk.path("paper.bin")]
            return switch self {
            case .refund, .reverse: [rawValue, "1042", "--give-up-after", "10"] + reader + paper
            case .endOfDay: [rawValue, "--give-up-after", "10"] + reader + paper
            case .status: ["readers", "status"] + reader
            }
        }

        /// Whether the terminal has carried out the request.
        func isDone(_ journal: TerminalJournal) -> Bool {
            switch self {
            case .refund: journal.standingRefunds.map(\.amountMinor) == [1150]
            case .reverse: journal.standingCharges.isEmpty
            case .endOfDay: journal.entries.count { $0.event == .endOfDay } == 1
            case .status: true
            }
        }
    }

    struct LaterSample: Sendable, CustomTestStringConvertible {
        let errand: Errand
        let sample: Sample
        var isDone: Bool

        var testDescription: String { "\(errand.rawValue): \(sample.name)" }

        init(_ errand: Errand, _ sample: Sample, isDone: Bool? = nil) {
            (self.errand, self.sample, self.isDone) = (errand, sample, isDone ?? (sample.exit == 0))
        }
    }

    /// The terminal's sixth telegram accepts a refund or a reversal. The result is the thirteenth telegram of a refund
    /// and the eighth of a reversal. The third accepts an end of day, whose totals are the fifth, or a status enquiry.
    static let laterSamples: [LaterSample] = [
        LaterSample(.refund, Sample("lost ACK", #""faults": {"lost_acknowledgements": [6, 7]}"#, exit: 0)),
        LaterSample(.refund, .fault(.refusal, 6, exit: 3)),
        LaterSample(.refund, .fault(.lineLost, 13, exit: 0)),
        LaterSample(.refund, .fault(.lineLost, 14, exit: 0, on: .network)),
        LaterSample(.refund, Sample("wrong amount", #""faults": {"amount_error": 1}"#, exit: 3)),
        LaterSample(.reverse, Sample("bad CRC", #""faults": {"damaged_blocks": [6, 8]}"#, exit: 0)),
        LaterSample(.reverse, .fault(.busy, 6, exit: 75)),
        LaterSample(.reverse, .fault(.lineLost, 8, exit: 0)),
        // The terminal has not yet told this till of a reversal as its last transaction.
        LaterSample(.reverse, .fault(.restart, 8, exit: 5, on: .network)),
        LaterSample(.endOfDay, Sample("duplicate block", #""faults": {"duplicated_blocks": [3, 5]}"#, exit: 0)),
        LaterSample(.endOfDay, .fault(.refusal, 3, exit: 75)),
        LaterSample(.endOfDay, .fault(.lineLost, 5, exit: 0)),
        LaterSample(.endOfDay, .fault(.lineLost, 6, exit: 0, on: .network)),
        LaterSample(.status, Sample("noise", #""faults": {"noise": ["00", "7F"]}"#, exit: 0)),
        LaterSample(.status, .fault(.silence, 3, exit: 6), isDone: true),
        LaterSample(.status, .fault(.unreadable, 4, exit: 6, on: .network), isDone: true),
    ]

    @Test(arguments: laterSamples)
    func whateverIsAskedForAfterAPaymentTheTerminalsJournalSaysTheSame(_ later: LaterSample) async throws {
        try await Kiosk.run(on: later.sample.line) { kiosk in
            let sound = try await kiosk.startTerminal("{\(Self.timing)}")
            let paid = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(paid.code == 0, "\(paid)")
            sound.send(SIGTERM)
            _ = try await sound.end()
            try await kiosk.startTerminal("{\(Self.timing), \(later.sample.scenario)}")
            let ending = try await kiosk.startTill(later.errand.arguments(kiosk)).end()
            #expect(ending.code == later.sample.exit, "\(ending)")
            let journal = try kiosk.terminalJournal()
            #expect(later.errand.isDone(journal) == later.isDone, "\(journal.entries)\n\(ending)")
            #expect(journal.requests.count == 1, "\(journal.entries)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }
}
