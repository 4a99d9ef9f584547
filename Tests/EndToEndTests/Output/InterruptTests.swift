import Glibc
import Testing

/// Ctrl-C is a request; the terminal decides the outcome.
@Suite struct InterruptTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func odoo226587_beforeTheCardItCancels(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 60}}"#)
            try await kiosk.startPrinter()
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("insert the card")
            payment.send(signal)
            let ending = try await payment.end()
            #expect(ending.code == 4, "\(ending)")
            #expect(try kiosk.terminalJournal().entries.last?.event == .cancelled)
            try await kiosk.expectTheTruth(charges: 0, ending)
        }
    }

    /// The interrupt comes before the command is sent or right after it: the order stays free.
    @Test func whileTheTerminalIsPreparedItCancels() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 60}}"#, baud: 9600)
            try await kiosk.startPrinter()
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Preparing the terminal")
            payment.send(SIGINT)
            let ending = try await payment.end()
            #expect(ending.code == 4, "\(ending)")
            try await kiosk.expectTheTruth(charges: 0, ending)
        }
    }

    /// The host takes its time: a user who cannot wait leaves at once, and no outcome is inferred.
    @Test(.onlyByItself("a service goes on with the payment"), arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSecondSignalLeavesAtOnceWithThePaymentInDoubt(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 8}}"#)
            try await kiosk.startPrinter()
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Waiting for the host")
            payment.send(signal)
            try await payment.says("Cancelling: the terminal is asked to stop")
            payment.send(signal)
            let ending = try await payment.end()
            #expect(ending.code == 5 && ending.output.contains("In doubt"), "\(ending)")
            #expect(ending.errors.contains("Leaving without waiting"), "\(ending)")
            #expect(try await kiosk.why().outcome == "in_doubt")
            let next = try await kiosk.pay()
            #expect(next.code == 0 || next.code == 8, "\(next)")
            try await kiosk.expectTheTruth(charges: 1, next)
        }
    }

    /// Every command that uses a terminal reacts to an interrupt, not only those about money.
    @Test(arguments: [
        ["readers", "diagnose"], ["readers", "register"], ["readers", "status"], ["doctor", "--probe"],
    ])
    func aServiceOfTheTerminalIsStopped(_ command: [String]) async throws {
        try await Kiosk.run(on: .network) { kiosk in
            let silent = try SilentListener()
            defer { silent.stop() }
            let child = try await kiosk.startTill(command + ["--reader", "tcp:127.0.0.1:\(silent.port)"])
            await kiosk.until("till connects") { silent.isConnected }
            child.send(SIGTERM)
            try await child.says("! Stop")
            child.send(SIGTERM)
            let ending = try await child.end()
            #expect(ending.code == 4, "\(ending)")
        }
    }

    @Test func sumupAndroidURLScheme1_whileTheHostIsAskedItComesTooLate() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 2}}"#)
            try await kiosk.startPrinter()
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Waiting for the host")
            payment.send(SIGINT)
            let ending = try await payment.end()
            #expect(ending.code == 0, "\(ending)")
            try await kiosk.expectTheTruth(charges: 1, ending)
        }
    }

    /// At 9600 baud the receipts take seconds to print: time enough to interrupt a payment that stands.
    @Test func adyenMagento719_afterTheApprovalItComesTooLate() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}", baud: 9600)
            try await kiosk.startPrinter()
            let payment = try await kiosk.startTill(kiosk.payment())
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

    /// Nobody brings paper: the money has moved all the same, and the user who stops the waiting has read so.
    @Test(.onlyByItself("a service goes on with the print"), arguments: [SIGINT, SIGTERM])
    func whileAReceiptWaitsForPaperTheOutcomeIsKnownAndStands(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let payment = try await kiosk.startTill(
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
            // The printer is not ready for more until it has finished what it held.
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
            let reprint = try await kiosk.startTill(["reprint", "1042", "--printer", second.address])
            try await reprint.says("The receipt waits")
            reprint.send(SIGINT)
            let ending = try await reprint.end()
            #expect(ending.code == 5 && ending.errors.contains("printer.notAwaited"), "\(ending)")
            #expect(try await kiosk.prints().map(\.state) == ["confirmed", "unknown"])
        }
    }
}

/// A port that accepts a connection and sends nothing.
private final class SilentListener: Sendable {
    let port: Int
    private let listener: Int32

    init() throws {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        listener = made
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(made, $0, length) == 0 && listen(made, 4) == 0 && getsockname(made, $0, &length) == 0
            }
        }
        try #require(bound)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Whether a connection waits to be accepted.
    var isConnected: Bool {
        var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    func stop() { close(listener) }
}
