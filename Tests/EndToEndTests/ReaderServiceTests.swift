import Testing

/// `till readers`: how a terminal is, and what keeps it going.
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

    @Test func aTerminalThatIsNotThereIsADeviceThatIsNotAvailable() async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.till("readers", "status", "--reader", kiosk.reader)
            #expect(ending.code == 6, "\(ending)")
        }
    }
}
