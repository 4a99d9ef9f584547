import Foundation
import Glibc
import Model
import Testing

/// Commands that are handed over to a service (docs/service.md). That they do and say the same is tested by all other end-to-end
/// tests, which run beside a service too (`TILL_TEST_SERVED=1`); these tests are about what only exists between the two.
@Suite struct HandedOverTests {
    /// The next till asks while the card is awaited, and must not wait longer than a terminal's answer may take (T3).
    private static let slow = #"{"timing": {"card_delay": 3, "step_delay": 0.01, "host_delay": 0.05}}"#

    @Test func aCommandBesideAServicePaysPrintsAndSaysTheSame() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let paid = try await kiosk.pay()
            #expect(paid.code == 0 && paid.output.contains("Paid 11.50 EUR, terminal receipt 1"), "\(paid)")
            #expect(paid.errors.contains("Follow the terminal") && paid.errors.contains("customer receipt"), "\(paid)")
            #expect(try kiosk.pages().count == 2)
            let again = try await kiosk.pay()
            #expect(again.code == 8 && again.errors.contains("order.alreadyPaid"), "\(again)")
            #expect(try served.ask("GET", "/v1/payments").items.count == 1)
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    @Test func aSecondInterruptLeavesAtOnceAndTheServiceFindsOutWhatBecameOfThePayment() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(
                #"{"timing": {"card_delay": 6, "step_delay": 0.01, "host_delay": 0.05}, "abort": "ignores"}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Hold or insert the card", stopping: terminal)
            let ending = try await terminal.standsStill {
                payment.send(SIGINT)
                try await payment.says("Cancelling")
                payment.send(SIGINT)
                return try await payment.end()
            }
            #expect(ending.code == 5 && ending.errors.contains("Left at once"), "\(ending)")
            let id = try #require(try served.ask("GET", "/v1/payments").items.first?["payment"] as? String)
            let end = try served.end(of: id)
            let charges = try kiosk.terminalJournal().standingCharges.count
            #expect((end.text("outcome") == "approved") == (charges == 1), "\(end)")
        }
    }

    @Test func aCallerThatIsKilledCancelsWhatItAskedFor() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(Self.slow)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Hold or insert the card")
            payment.send(SIGKILL)
            #expect(try await payment.end().signal == SIGKILL)
            let id = try #require(try served.ask("GET", "/v1/payments").items.first?["payment"] as? String)
            let end = try served.end(of: id)
            #expect(end.text("outcome") == "cancelled", "\(end)")
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
        }
    }

    @Test func aServiceThatIsKilledLeavesItsCommandsInDoubtAndTheNextFindsOut() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(Self.slow)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Hold or insert the card")
            served.child.send(SIGKILL)
            let ending = try await payment.end()
            #expect(ending.code == 5 && ending.errors.contains("service.gone"), "\(ending)")
            let next = try await kiosk.pay()
            let charges = try kiosk.terminalJournal().standingCharges.count
            #expect(charges == 1 && [0, 8].contains(next.code), "\(next)")
        }
    }

    @Test func aServiceThatIsToldToStopEndsTheCommandsPaymentAndTakesNoOther() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("Hold or insert the card", stopping: terminal)
            try await terminal.standsStill {
                served.child.send(SIGTERM)
                try await served.child.says("stopping")
                let other = try await kiosk.pay(1043)
                #expect(other.code == 75, "\(other)")
            }
            let paid = try await payment.end()
            #expect(paid.code == 0 && paid.output.contains("Paid 11.50 EUR"), "\(paid)")
            #expect(try await served.child.end().code == 0)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    @Test func aCommandOfAnotherConfigurationIsRefusedAndNothingIsBegun() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let file = kiosk.path("other.toml")
            try Data("[policy]\n".utf8).write(to: URL(fileURLWithPath: file))
            let refused = try await kiosk.till("pay", "--order", "1042", "--config", file, "--json")
            #expect(refused.code == 8 && refused.output.contains("service.otherConfiguration"), "\(refused)")
            #expect(
                refused.errors.contains(file) && refused.errors.contains("home/config/till/till.toml"), "\(refused)")
            #expect(try served.ask("GET", "/v1/payments").items.isEmpty)
        }
    }

    /// One caller's pipe is full and never read; the payments of others and the service's answers do not wait for it.
    @Test func aCallerThatDoesNotReadHoldsUpNobody() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let program = Programs.path("till")
            let words = kiosk.payment().map { "'\($0)'" }.joined(separator: " ")
            let script = """
                mkfifo \(kiosk.path("pipe")); exec 3<>\(kiosk.path("pipe"))
                head -c 65536 /dev/zero >&3
                echo begun
                exec \(program) \(words) --events --data \(kiosk.data) 1>&3 2>&3
                """
            let stuck = try kiosk.start("/bin/sh", ["-c", script])
            try await stuck.says("begun")
            var begun: String?
            while begun == nil, !stuck.hasEnded {
                begun = try served.ask("GET", "/v1/payments").items.first?["payment"] as? String
                if begun == nil { poll(nil, 0, 50) }
            }
            #expect(try served.end(of: try #require(begun)).text("outcome") == "approved")
            let other = try await kiosk.pay(1043)
            #expect(other.code == 0, "\(other)")
            #expect(try served.ask("GET", "/healthz").status == 200)
            #expect(try kiosk.terminalJournal().standingCharges.count == 2)
            stuck.send(SIGKILL)
        }
    }

    /// Sends what is no request, and then goes on.
    private static let rudeLines = """
        import sys, json, socket, os, array, struct, random
        random.seed(7)
        os.chdir(sys.argv[1])
        def connect():
            s = socket.socket(socket.AF_UNIX); s.connect("commands.sock"); s.settimeout(20); return s
        def rights(n):
            return [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * n))]
        def end(s):
            try:
                while s.recv(100): pass
            except OSError: pass
            s.close()
        for n in range(300):
            s = connect()
            body = random.randbytes(random.randrange(0, 200))
            try:
                s.sendmsg([struct.pack(">I", random.choice([0, 1, len(body), 2**31, 2**32 - 1])) + body],
                          rights(random.choice([0, 1, 3, 3, 9])))
            except OSError: pass
            s.close() if n % 2 else (s.shutdown(socket.SHUT_WR), end(s))
        whole = b'{"version":"x","arguments":["pay"],"variables":{},"directory":"/","configuration":[]}'
        for n in range(50):
            s = connect()
            s.sendmsg([struct.pack(">I", len(whole)) + whole], rights(3))
            try: s.send(random.randbytes(1000))
            except OSError: pass
            end(s)
        hook = json.dumps({"version": sys.argv[2], "arguments": ["receipts", "print", "last"], "variables": {},
                           "directory": "/", "configuration": []}).encode()
        s = connect()
        s.sendmsg([struct.pack(">I", len(hook)) + hook], rights(3))
        try:
            for n in range(1000): s.sendall(b"\\x02" * 1000)
        except OSError: pass
        end(s)
        idle = [connect() for _ in range(200)]
        print("done")
        """

    @Test func whatAnybodySendsToTheSocketHarmsNobody() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let rude = try kiosk.start(
                "/usr/bin/python3", ["-c", Self.rudeLines, kiosk.data + "/locks", Release.version])
            let ending = try await rude.end()
            #expect(ending.code == 0 && ending.output == "done\n", "\(ending)")
            #expect(try served.ask("GET", "/v1/payments").items.isEmpty)
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
        }
    }
}
