import Foundation
import Glibc
import Simulator
import Testing

/// A service whose machine runs out of something, or that is told something in the middle of a payment: it goes on, nothing is charged
/// twice, and nothing is lost.
@Suite struct ServedDisturbanceTests {
    private static func begin(_ served: ServedKiosk, _ order: Int = 1042, key: String) throws -> ServedKiosk.Answer {
        try served.ask("POST", "/v1/payments", #"{"order": \#(order)}"#, key: key)
    }

    // MARK: Signals

    @Test func aConfigurationThatIsReadAgainDuringAPaymentLeavesThePaymentAlone() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try Self.begin(served, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            let file = URL(fileURLWithPath: kiosk.path("home/config/till/till.toml"))
            let text = try String(contentsOf: file, encoding: .utf8)
            try await terminal.standsStill {
                try Data(text.replacing("[policy]", with: "[policy]\nlargest_payment = 5").utf8).write(to: file)
                served.child.send(SIGHUP)
                try await served.child.says("next start on: policy.largest_payment")
                // No configuration at all, as while an editor writes it.
                try Data("[policy\n".utf8).write(to: file)
                served.child.send(SIGHUP)
                try await served.child.says("config.")
                #expect(try served.ask("GET", "/v1/payments/\(begun.text("payment"))").text("state") == "running")
            }
            #expect(try served.end(of: begun.text("payment")).text("outcome") == "approved")
            let why = try served.ask("GET", "/v1/payments/\(begun.text("payment"))/why")
            let facts = (why.document["facts"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
            #expect(!facts.contains("payment.disturbed") && !facts.contains("payment.asking"), "\(why)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    // MARK: Descriptors

    private static let prlimit = "/usr/bin/prlimit"

    /// Sets how many descriptors the service may have open.
    private static func allow(_ descriptors: Int, _ served: ServedKiosk) async throws {
        let set = try await served.kiosk.start(
            prlimit, ["--pid", "\(served.child.pid)", "--nofile=\(descriptors):"]
        ).end()
        try #require(set.code == 0, "\(set)")
    }

    private static func openDescriptors(_ served: ServedKiosk) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(served.child.pid)/fd").count
    }

    /// A payment runs while the last descriptor is taken, and clients come that cannot be let in.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: prlimit), "prlimit is not installed"))
    func aServiceWithoutFreeDescriptorsLosesNoPaymentAndGoesOnOnceThereAreSome() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try Self.begin(served, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            try await terminal.standsStill { try await Self.allow(try Self.openDescriptors(served), served) }
            let clients = try (0..<4).map { _ in try RawClient(port: served.port, seconds: 20) }
            for client in clients {
                client.send(served.bytes("POST", "/v1/payments", #"{"order": 1043}"#, key: "k2"))
            }
            await kiosk.until("the terminal has booked the payment") {
                (try? kiosk.terminalJournal().charges.count) == 1
            }
            #expect(!served.child.hasEnded)
            try await Self.allow(1024, served)
            // What the clients have sent may be heard only now.
            let answers = clients.compactMap { ServedKiosk.parsed($0.rest()) }
            #expect(answers.allSatisfy { [202, 409, 503].contains($0.status) }, "\(answers)")
            #expect(try served.ask("GET", "/healthz").status == 200)
            try await Self.expectTheTerminalsOutcome(of: begun.text("payment"), served)
            let next = try await served.ask("POST", "/v1/payments", #"{"order": 1043}"#, key: "k2") {
                $0.status == 202
            }
            #expect(try served.end(of: next.text("payment")).text("outcome") == "approved", "\(next)")
            #expect(try kiosk.terminalJournal().requests.count == 2, "the clients have one key")
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
        }
    }

    /// The payment ends as the terminal's charges say; no other is of the same amount.
    private static func expectTheTerminalsOutcome(of payment: String, _ served: ServedKiosk) async throws {
        let end = try await served.ask("GET", "/v1/payments/\(payment)") { $0.text("state") == "final" }
        let amount = end.number("amount_minor")
        let standing = try served.kiosk.terminalJournal().standingCharges.filter { Int($0.amountMinor) == amount }
        #expect(end.text("state") == "final", "\(end)")
        #expect(standing.count == (end.text("outcome") == "approved" ? 1 : 0), "\(end)")
    }

    /// The terminal's line needs a descriptor, and there is none: the payment is refused, and can be made afterwards.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: prlimit), "prlimit is not installed"))
    func aPaymentForWhichNoLineCanBeOpenedChargesNothing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            // A request on a connection that is open already needs no descriptor of its own. Nothing is awaited in between: meanwhile the
            // connection could be closed as idle.
            let client = try RawClient(port: served.port)
            client.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\r\n")
            #expect(client.next() != nil)
            let open = try Self.openDescriptors(served)
            try #require(system("\(Self.prlimit) --pid \(served.child.pid) --nofile=\(open):") == 0)
            client.send(served.bytes("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1"))
            let answer = try #require(ServedKiosk.parsed(client.rest()))
            #expect([202, 503].contains(answer.status), "\(answer)")
            try await Self.allow(1024, served)
            let known = try await served.ask("GET", "/v1/payments") { page in
                page.items.allSatisfy { $0["final"] as? Bool == true }
            }
            let approved = known.items.count { $0["outcome"] as? String == "approved" }
            #expect(try kiosk.terminalJournal().standingCharges.count == approved, "\(known)")
            let paid = try await served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k2") {
                $0.status == 202 || $0.code == "order.alreadyPaid"
            }
            if paid.status == 202 { _ = try served.end(of: paid.text("payment")) }
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150], "\(paid)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    // MARK: Room on the disk

    @Test(.enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"))
    func onAFullDiskTheServiceRefusesPaymentsSaysSoAndTakesThemWhenThereIsRoom() async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let ready = try await served.ask("GET", "/readyz") { $0.status == 200 }
            #expect(ready.status == 200, "\(ready)")
            try disk.fill()
            let refused = try Self.begin(served, key: "k1")
            #expect(refused.status == 503 && refused.code == "storage.diskFull", "\(refused)")
            #expect(refused.fields["retry-after"] != nil && !refused.text("remedy").isEmpty, "\(refused)")
            let unready = try await served.ask("GET", "/readyz") { $0.status == 503 }
            let reasons = unready.document["reasons"] as? [[String: Any]] ?? []
            #expect(reasons.map { $0["code"] as? String } == ["storage.diskFull"], "\(unready)")
            #expect(try served.ask("GET", "/healthz").status == 200)
            #expect(try served.ask("GET", "/v1/payments").status == 200, "what is stored can be read")
            try Self.expectThatEverythingCanBeRead(served)
            #expect(try kiosk.terminalJournal().requests.isEmpty)
            disk.free()
            let again = try await served.ask("GET", "/readyz") { $0.status == 200 }
            #expect(again.status == 200, "\(again)")
            let paid = try Self.begin(served, key: "k1")
            #expect(try served.end(of: paid.text("payment")).text("outcome") == "approved", "\(paid)")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            #expect(try await kiosk.till("journal", "verify").code == 0)
            // The service has files on the disk.
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
        }
    }

    /// What reads needs no room: the orders of the shop are shown though they cannot be kept.
    private static func expectThatEverythingCanBeRead(_ served: ServedKiosk) throws {
        for path in [
            "/v1/orders", "/v1/orders?status=pending&limit=5", "/v1/orders/1042", "/v1/products", "/v1/products/12",
            "/v1/receipts", "/v1/reservations", "/v1/readers", "/v1/printers", "/v1/readers/usual/status",
            "/v1/printers/usual/status", "/v1/devices/findings", "/v1/session", "/v1/shops", "/v1/configuration",
            "/v1/doubts", "/v1/ends-of-day", "/v1/outbox", "/v1/status", "/v1/journal", "/v1/journal/head",
            "/v1/journal/verification", "/v1/operators", "/v1/webhooks", "/metrics",
        ] {
            let read = try served.ask("GET", path)
            #expect(read.status == 200, "\(path): \(read)")
        }
    }

    /// The result cannot be stored, so it is not acknowledged; once there is room the service finds out what the terminal made of it.
    @Test(
        .enabled(if: InputDisk.isPossible, "a disk to be filled can be mounted by root alone"),
        arguments: ["reverses", "keeps"])
    func aDiskThatFillsUpDuringAPaymentLosesAndDoublesNothing(_ onMissing: String) async throws {
        try await Kiosk.run { kiosk in
            let disk = try InputDisk(at: kiosk.data)
            defer { disk.remove() }
            let decisions: Set<TerminalJournal.Event> = [.kept, .reversed, .confirmed]
            let terminal = try await kiosk.startTerminal(
                """
                {"on_missing_response": "\(onMissing)",
                 "timing": {"card_delay": 6, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 2}}
                """)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try Self.begin(served, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            try await terminal.standsStill { try disk.fill() }
            await kiosk.until("the terminal has decided without the till") {
                (try? kiosk.terminalJournal().entries.contains { decisions.contains($0.event) }) == true
            }
            disk.free()
            try await Self.expectTheTerminalsOutcome(of: begun.text("payment"), served)
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try await kiosk.till("journal", "verify").code == 0)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
        }
    }
}
