import Foundation
import Glibc
import Testing

/// How a terminal on the network behaves differently for a kiosk.
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

    /// A terminal that accepts parallel connections, on a network that delays the till's first command about money.
    private static let lateAuthorisation = #"{\#(Kiosk.quick), "network": {"parallel": true, "late": ["06", "01"]}}"#

    @Test func aCommandThatIsLateDoesNotArriveAfterItWasCalledNotCharged() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            try kiosk.giveTheTerminalAnEarlierPayment()
            try await kiosk.startTerminal(Self.lateAuthorisation)
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay()
            #expect(paid.code == 75, "\(paid)")
            let sends = kiosk.stillSends
            await kiosk.until("the kernel sends on and on") { !sends() }
            #expect(try kiosk.terminalJournal().requests.isEmpty)
            try await kiosk.expectTheTruth(charges: 0, paid)
        }
    }

    @Test func aCommandOfAKilledTillDoesNotArriveBesideTheNext() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            try kiosk.giveTheTerminalAnEarlierPayment()
            try await kiosk.startTerminal(Self.lateAuthorisation)
            try await kiosk.startPrinter()
            let killed = try await kiosk.startTill(kiosk.payment())
            let sends = kiosk.stillSends
            await kiosk.until("nothing is late") { sends() }
            killed.send(SIGKILL)
            #expect(try await killed.end().signal == SIGKILL)
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            await kiosk.until("the kernel sends on and on") { !sends() }
            #expect(try kiosk.terminalJournal().requests.count == 1)
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

extension Kiosk {
    /// Whether the kernel still holds unacknowledged bytes for the terminal, from a running till or from one that has
    /// ended (`proc_net_tcp`: the remote address and the size of the send queue).
    fileprivate var stillSends: @Sendable () -> Bool {
        let port = reader.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let remote = ":" + String(UInt32(0x10000) + UInt32(port), radix: 16, uppercase: true).dropFirst()
        return {
            let table = FileHandle(forReadingAtPath: "/proc/net/tcp").flatMap { try? $0.readToEnd() }
            return String(decoding: table ?? Data(), as: UTF8.self).split(separator: "\n").contains { line in
                let fields = line.split(separator: " ")
                return fields.count > 4 && fields[2].hasSuffix(remote) && !fields[4].hasPrefix("00000000:")
            }
        }
    }
}
