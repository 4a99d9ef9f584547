import Testing

/// What a kiosk notices of a terminal on the network, besides that it is one.
@Suite struct NetworkTests {
    @Test(arguments: ["kept", "transaction"])
    func aTerminalThatClosesIdleConnectionsAndSpeaksByteByByteIsPaid(_ connection: String) async throws {
        try await Kiosk.run(on: .network) { kiosk in
            try await kiosk.startTerminal(
                #"{\#(Kiosk.quick), "network": {"closes_idle_after": 0.5, "segment_bytes": 1, "segment_pause": 0.0005}}"#
            )
            try await kiosk.startPrinter()
            let paid = try await kiosk.till(
                "pay", "--order", "1042", "--reader", kiosk.reader + "?connection=\(connection)", "--printer",
                kiosk.printer)
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    @Test(arguments: ["card", "booked", "confirmed"])
    func aConnectionBrokenOffInThePaymentIsAskedAbout(_ point: String) async throws {
        try await Kiosk.run(on: .network) { kiosk in
            try await kiosk.startTerminal(
                """
                {\(Kiosk.quick), "network": {"resets_at": "\(point)"}, "on_line_failure": "finishes",
                 "on_missing_response": "keeps"}
                """)
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    @Test func odoo249101_nobodyAtTheAddressIsToldAndNothingIsCharged() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            let terminal = try await kiosk.startTerminal()
            terminal.send(15)
            try await terminal.end()
            try await kiosk.startPrinter()
            let refused = try await kiosk.pay()
            #expect(refused.code == 6, "\(refused)")
            #expect(refused.errors.contains("line.refused"), "\(refused)")
        }
    }

    @Test func whatElseAnswersOnThePortIsNamed() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            try await kiosk.startTerminal(#"{"faults": {"foreign_bytes": ["15", "03", "03", "00", "02", "02", "46"]}}"#)
            try await kiosk.startPrinter()
            let refused = try await kiosk.pay()
            #expect(refused.code == 6, "\(refused)")
            #expect(refused.errors.contains("TLS"), "\(refused)")
        }
    }

    @Test func whatATerminalOnTheNetworkIsLikeIsFoundOut() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            let terminal = try await kiosk.startTerminal(#"{"profile": "old", \#(Kiosk.quick)}"#)
            let found = try await kiosk.till("readers", "diagnose", "--reader", kiosk.reader, "--json")
            #expect(found.code == 0, "\(found)")
            #expect(found.output.contains(#""registration":"bare""#), "\(found)")
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            terminal.send(15)
            try await terminal.end()
            let gone = try await kiosk.till("readers", "diagnose", "--reader", kiosk.reader)
            #expect(gone.code == 6, "\(gone)")
        }
    }

    @Test func theDoctorConnectsToATerminalOnTheNetworkAndSaysWhy() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            let terminal = try await kiosk.startTerminal()
            try await kiosk.startPrinter()
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            let there = try await kiosk.startTill(["doctor"] + devices).end()
            #expect(there.output.contains("takes connections"), "\(there)")
            let asked = try await kiosk.startTill(["doctor", "--probe"] + devices).end()
            #expect(asked.output.contains("terminal id 29001234"), "\(asked)")
            terminal.send(15)
            try await terminal.end()
            let gone = try await kiosk.startTill(["doctor"] + devices).end()
            #expect(gone.code == 6, "\(gone)")
            #expect(gone.output.contains("reader.line.refused"), "\(gone)")
        }
    }
}
