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

    /// Nobody comes with paper: the money has moved all the same, and who stops the waiting has read it.
    @Test(arguments: [SIGINT, SIGTERM])
    func whileAReceiptWaitsForPaperTheOutcomeIsKnownAndStands(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let payment = try kiosk.startTill(
                [
                    "pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address,
                    "--give-up-after", "600",
                ])
            try await payment.says("The receipt waits")
            try await payment.says("Paid")
            payment.send(signal)
            let ending = try await payment.end()
            #expect(ending.code == 9 && ending.errors.contains("printer.notAwaited"), "\(ending)")
            #expect(try await kiosk.prints().map(\.state) == ["unknown"])
            try await kiosk.expectTheTruth(charges: 1, ending)
            try printer.tell("mend")
            // Until it is through with what it held it is not ready for more.
            let status = ["printers", "status", "--printer", printer.address]
            for _ in 1...50 { if try await kiosk.till(status, reading: []).code == 0 { break } }
            let reprint = try await kiosk.till("reprint", "1042", "--printer", printer.address)
            #expect(reprint.code == 0 && reprint.output.contains("DUPLICATE"), "\(reprint)")
        }
    }

    @Test func aReprintThatWaitsForPaperIsGivenUp() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let (first, second) = (
                try await kiosk.printer("front"), try await kiosk.printer("back", "--fault", "paper-out-at-row:300")
            )
            let paid = try await kiosk.till(
                "pay", "--order", "1042", "--reader", kiosk.reader, "--printer", first.address)
            #expect(paid.code == 0, "\(paid)")
            let reprint = try kiosk.startTill(["reprint", "1042", "--printer", second.address])
            try await reprint.says("The receipt waits")
            reprint.send(SIGINT)
            let ending = try await reprint.end()
            #expect(ending.code == 5 && ending.errors.contains("printer.notAwaited"), "\(ending)")
            #expect(try await kiosk.prints().map(\.state) == ["confirmed", "unknown"])
        }
    }
}
