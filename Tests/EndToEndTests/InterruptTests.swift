import Glibc
import Testing

/// Ctrl-C is a wish; the outcome is the terminal's.
@Suite struct InterruptTests {
    @Test(arguments: [SIGINT, SIGTERM])
    func odoo226587_beforeTheCardItCancels(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 60}}"#)
            try await kiosk.startPrinter()
            let payment = try kiosk.startTill(kiosk.payment())
            try await payment.says("insert the card")
            payment.send(signal)
            let ending = try await payment.end()
            #expect(ending.code == 4, "\(ending)")
            #expect(try kiosk.terminalJournal().entries.last?.event == .cancelled)
            try await kiosk.expectTheTruth(charges: 0, ending)
        }
    }

    /// Heard before the command leaves or right after it: the order stays free.
    @Test func whileTheTerminalIsPreparedItCancels() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 60}}"#, baud: 9600)
            try await kiosk.startPrinter()
            let payment = try kiosk.startTill(kiosk.payment())
            try await payment.says("Preparing the terminal")
            payment.send(SIGINT)
            let ending = try await payment.end()
            #expect(ending.code == 4, "\(ending)")
            try await kiosk.expectTheTruth(charges: 0, ending)
        }
    }

    @Test func sumupAndroidURLScheme1_whileTheHostIsAskedItComesTooLate() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 2}}"#)
            try await kiosk.startPrinter()
            let payment = try kiosk.startTill(kiosk.payment())
            try await payment.says("Waiting for the host")
            payment.send(SIGINT)
            let ending = try await payment.end()
            #expect(ending.code == 0, "\(ending)")
            try await kiosk.expectTheTruth(charges: 1, ending)
        }
    }

    /// At 9600 baud the receipts take seconds to arrive: time enough to regret a payment that stands.
    @Test func adyenMagento719_afterTheApprovalItComesTooLate() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}", baud: 9600)
            try await kiosk.startPrinter()
            let payment = try kiosk.startTill(kiosk.payment())
            await kiosk.until("the till acknowledges the approval") {
                (try? kiosk.terminalJournal())?.entries.last?.event == .confirmed
            }
            payment.send(SIGINT)
            let ending = try await payment.end()
            #expect(ending.code == 0, "\(ending)")
            #expect(try kiosk.pages().count == 2)
            try await kiosk.expectTheTruth(charges: 1, ending)
        }
    }
}
