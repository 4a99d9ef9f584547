import Testing

/// `till readers`: the state of a terminal and its maintenance.
@Suite struct ReaderServiceTests {
    private static let demanding = #"{"demands": "initialisation", \#(Kiosk.quick)}"#

    @Test func aTerminalThatNeedsInitialisationSaysSoAndIsReadyAfterwards() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(Self.demanding)
            let before = try await kiosk.till("readers", "status", "--reader", kiosk.reader)
            #expect(before.code == 0, "\(before)")
            #expect(before.output.contains("Initialisation needed (status 51). Initialise the terminal."), "\(before)")
            let served = try await kiosk.till("readers", "initialise", "--reader", kiosk.reader)
            #expect(served.code == 0, "\(served)")
            #expect(served.output.contains("INITIALISIERUNG"), "\(served)")
            let after = try await kiosk.till("readers", "status", "--reader", kiosk.reader, "--json")
            #expect(after.output.contains(#""status":"00""#), "\(after)")
            #expect(try kiosk.terminalJournal().entries.map(\.event) == [.initialised])
        }
    }

    @Test(arguments: [["register"], ["diagnosis", "--type", "extended"], ["set-clock"], ["log-off"]])
    func aTerminalIsServed(_ command: [String]) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal()
            let ending = try await kiosk.startTill(["readers"] + command + ["--reader", kiosk.reader]).end()
            #expect(ending.code == 0, "\(ending)")
            #expect(ending.output.contains("Terminal 29001234"), "\(ending)")
        }
    }

    @Test func whatATerminalIsLikeIsFoundOutOnceAndKept() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"profile": "card-complete", \#(Kiosk.quick)}"#)
            let none = try await kiosk.till("readers", "profile", "--reader", kiosk.reader)
            #expect(none.code == 7, "\(none)")
            let found = try await kiosk.till("readers", "diagnose", "--reader", kiosk.reader)
            #expect(found.code == 0, "\(found)")
            #expect(found.output.contains("Terminal 29001234, software 2.14.15"), "\(found)")
            #expect(found.output.contains("Status: reported with the password only."), "\(found)")
            #expect(found.output.contains("run this again after its first payment"), "\(found)")
            let kept = try await kiosk.till("readers", "profile", "--reader", kiosk.reader, "--json")
            #expect(kept.output.contains(#""status_enquiry":"only-with-password""#), "\(kept)")
            #expect(kept.output.contains(#""found_at":""#), "\(kept)")
            let doctor = try await kiosk.till("doctor", "--reader", kiosk.reader)
            #expect(doctor.output.contains("is asked as was found on 20"), "\(doctor)")
            #expect(try kiosk.terminalJournal().charges.isEmpty)
        }
    }

    @Test func aDryRunAsksNothing() async throws {
        try await Kiosk.run { kiosk in
            let run = try await kiosk.till("readers", "diagnose", "--dry-run", "--deep")
            #expect(run.code == 0, "\(run)")
            #expect(run.output.contains("abort while nothing runs"), "\(run)")
            #expect(run.output.contains("call of the host"), "\(run)")
        }
    }

    @Test(arguments: [["status"], ["diagnose"]])
    func aTerminalThatIsNotThereIsADeviceThatIsNotAvailable(_ command: [String]) async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.startTill(["readers"] + command + ["--reader", kiosk.reader]).end()
            #expect(ending.code == 6, "\(ending)")
        }
    }
}
