import Foundation
import Glibc
import Payments
import Testing

/// `till serve` as a process: who owns the data, what signals do, and what a killed service leaves.
@Suite struct ServeTests {
    @Test func aSecondServiceIsToldWhoOwnsTheDataAndCommandsThatOnlyLookWorkBesideIt() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let second = try await kiosk.till("serve", "--listen", "127.0.0.1:0")
            #expect(second.code == 75, "\(second)")
            #expect(second.errors.contains("service.alreadyRuns") && second.errors.contains("\(served.child.pid)"))
            #expect(second.errors.contains(", since 20"))
            let shown = try await kiosk.till("orders", "show", "1042", "--json")
            #expect(shown.code == 0, "\(shown)")
        }
    }

    @Test func commandsWorkAgainOnceTheServiceHasEnded() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
        }
    }

    @Test func aServiceThatIsToldToStopEndsTheRunningPaymentFirst() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            try await terminal.standsStill {
                served.child.send(SIGTERM)
                _ = try await served.child.says("stopping")
                let refused = try served.ask("POST", "/v1/payments", #"{"order": "1043"}"#, key: "k2")
                #expect(refused.status == 503 && refused.code == "service.stopping", "\(refused)")
                // The same key still has the same answer.
                let again = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
                #expect(again.status == 202 && again.text("payment") == begun.text("payment"), "\(again)")
            }
            let ending = try await served.child.end()
            #expect(ending.code == 0, "\(ending)")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            #expect(try await kiosk.why(begun.text("payment")).outcome == "approved")
        }
    }

    @Test func aConfigurationThatIsReadAgainSaysWhatCountsAtOnceAndWhatWaits() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let file = kiosk.path("home/config/till/till.toml")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
            try write(text.replacing("give_up_after = 20", with: "give_up_after = 30\nlargest_payment = 5"))
            served.child.send(SIGHUP)
            let said = try await served.child.says("next start on: policy.largest_payment")
            #expect(!said.contains("policy.give_up_after, "))
            #expect(try served.ask("GET", "/nowhere").text("detail").contains("The interface has no such path"))
            try write("[shop]\nlanguage = \"de\"\n\n" + text)
            served.child.send(SIGHUP)
            _ = try await served.child.says("shop.language")
            #expect(try served.ask("GET", "/nowhere").text("detail").contains("Die Schnittstelle"))
            try write("[policy]\ngive_up_after = \"soon\"\n")
            served.child.send(SIGHUP)
            _ = try await served.child.says("config.invalid")
            #expect(try served.ask("GET", "/healthz").status == 200)
        }
    }

    /// Before anything was written down there is nothing to find out: the request that is sent again begins the payment.
    @Test func aServiceThatIsKilledBeforeItHasWrittenAPaymentDownHasBegunNone() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let killed = try await ServedKiosk(kiosk, environment: ["TILL_TEST_KILL_AT": Checkpoint.s0.rawValue])
            let answer = try killed.send(killed.bytes("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1"))
            #expect(answer.isEmpty)
            #expect(try await killed.child.end().signal == SIGKILL)
            let next = try await ServedKiosk(kiosk)
            #expect(try next.ask("GET", "/v1/payments").items.isEmpty)
            #expect(try kiosk.terminalJournal().requests.isEmpty)
            let begun = try next.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            #expect(try next.end(of: begun.text("payment")).text("outcome") == "approved")
            #expect(try await kiosk.nothingWaits())
            try await kiosk.expectTheTruth(charges: 1, try await kiosk.till("status"))
        }
    }

    /// At each step of a payment, of its print and of its delivery to the shop. The receipt that was cut off while it was printed
    /// may come out once more, marked as a duplicate.
    @Test(arguments: Checkpoint.allCases.filter { $0 != .s0 })
    func whatAKilledServiceWasPayingIsFoundOutByTheNextWithoutAPerson(_ step: Checkpoint) async throws {
        try await Kiosk.run { kiosk in
            try kiosk.giveTheTerminalAnEarlierPayment()
            try await kiosk.startTerminal(
                """
                {"timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 1,
                    "answer_timeout": 1, "block_timeout": 1}}
                """)
            try await kiosk.startPrinter()
            let killed = try await ServedKiosk(kiosk, environment: ["TILL_TEST_KILL_AT": step.rawValue])
            _ = try killed.send(killed.bytes("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1"))
            #expect(try await killed.child.end().signal == SIGKILL)
            let next = try await ServedKiosk(kiosk)
            let payment = try #require(try next.ask("GET", "/v1/payments").items.first?["payment"] as? String)
            let end = try next.end(of: payment)
            let charges = try kiosk.terminalJournal().standingCharges.count
            #expect((end.text("outcome") == "approved") == (charges == 1), "\(end)")
            // The key stands for that payment, whatever became of it.
            let again = try next.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            #expect(again.text("payment") == payment, "\(again)")
            #expect(try kiosk.terminalJournal().requests.count <= 1)
            // What waits goes on by itself: the prints and the message to the shop.
            #expect(try await kiosk.nothingWaits())
            try KillTests.expectOneUnmarkedPrint(of: kiosk)
            try await kiosk.expectTheTruth(charges: charges, try await kiosk.till("why", payment))
        }
    }

    @Test func systemdIsToldWhenTheServiceIsReadyAndThatItLives() async throws {
        try await Kiosk.run { kiosk in
            let heard = try NotifySocket(kiosk.path("notify"))
            let served = try await ServedKiosk(
                kiosk, environment: ["NOTIFY_SOCKET": kiosk.path("notify"), "WATCHDOG_USEC": "400000"])
            #expect(heard.nextState()?.hasPrefix("READY=1\nSTATUS=ready: http://127.0.0.1:") == true)
            #expect(heard.next() == "WATCHDOG=1")
            served.child.send(SIGTERM)
            #expect(heard.nextState()?.hasPrefix("STOPPING=1") == true)
        }
    }

    @Test func systemdIsToldNoStateBeforeTheServiceIsReady() async throws {
        try await Kiosk.run { kiosk in
            let heard = try NotifySocket(kiosk.path("notify"))
            // The socket holds only some messages, so it is read from the beginning.
            async let first = heard.firstState()
            // The span is shorter than any start.
            let served = try await ServedKiosk(
                kiosk, environment: ["NOTIFY_SOCKET": kiosk.path("notify"), "WATCHDOG_USEC": "2000"])
            #expect(await first?.hasPrefix("READY=1\nSTATUS=ready: http://127.0.0.1:") == true)
            _ = served
        }
    }

    @Test func systemdIsToldOfTransactionsThatRun() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 2, "step_delay": 0.01, "host_delay": 0.05}}"#)
            try await kiosk.startPrinter()
            let heard = try NotifySocket(kiosk.path("notify"))
            let served = try await ServedKiosk(
                kiosk, environment: ["NOTIFY_SOCKET": kiosk.path("notify"), "WATCHDOG_USEC": "200000"])
            #expect(heard.nextState()?.hasPrefix("READY=1\nSTATUS=ready: ") == true)
            _ = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            var told = heard.nextState()
            #expect(told?.hasSuffix("; transactions that run: 1, in doubt: 0") == true, "\(told ?? "-")")
            told = heard.nextState()
            #expect(told?.hasPrefix("STATUS=ready: ") == true && told?.contains(";") == false, "\(told ?? "-")")
        }
    }
}

/// A socket at which a test hears what a process tells systemd.
private final class NotifySocket: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound else { throw Child.Unexpected(description: "no socket at \(path): errno \(errno)") }
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// What comes next besides signs of life; nil at the end.
    func nextState() -> String? {
        var told = next()
        while told == "WATCHDOG=1" { told = next() }
        return told
    }

    /// As `nextState`. The wait blocks a thread of its own, and none of the pool's.
    func firstState() async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.nextState()) }
        }
    }

    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
