import Foundation
import Simulator
import Testing

/// Many clients of one service at once, who repeat their requests, lose answers, and change their minds.
@Suite struct ServedCrowdTests {
    /// `TILL_CROWD` in scripts/soak.
    private static let payments = ProcessInfo.processInfo.environment["TILL_CROWD"].flatMap { Int($0) } ?? 30
    private static let seed = ProcessInfo.processInfo.environment["TILL_SOAK_SEED"].flatMap { Int($0) } ?? 1
    private static let clients = 5
    private static let terminals = ["29000001", "29000002", "29000003"]
    private static let script =
        URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "EndToEndTests" }
        .joined(separator: "/") + "/Fixtures/http/crowd.py"

    @Test func whatFiveClientsWereToldAgreesWithTheTerminalsTheShopAndTheJournal() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            let readers = try await Self.startTerminals(of: kiosk)
            try await kiosk.startPrinter()
            // Two orders of ten are pending, and every other payment is approved.
            let shop = try await SimulatedShop(kiosk, "--orders", String(Self.payments * 4 + 100))
            let login = try await shop.login()
            try #require(login.code == 0, "\(login)")
            let served = try await ServedKiosk(kiosk, readers: readers)
            let ending = try await kiosk.start(
                "/usr/bin/env",
                ["python3", Self.script]
                    + [Int(served.port), Self.payments, Self.clients, Self.seed].map(String.init)
                    + readers.keys.sorted(),
                environment: ["TILL_TOKEN": served.token]
            ).end()
            let report = try CrowdReport(ending)
            print("crowd: \(report.begun.count) payments in \(report.seconds) s, \(report.answers)")
            #expect(report.faults == [])
            try expectOnePaymentOfEachKey(report)
            try expectTheEventsOfEachPayment(report)
            try expectTheTerminalsBooks(report, kiosk)
            #expect(try await kiosk.nothingWaits())
            try await expectTheJournal(report, kiosk)
            try await expectTheShopsOrders(report, shop)
            let unmarked = try kiosk.pages().filter { !$0.isDuplicate }.compactMap(\.receipt)
            #expect(Set(unmarked).count == unmarked.count)
        }
    }

    /// Returns the addresses of the terminals by their names.
    private static func startTerminals(of kiosk: Kiosk) async throws -> [String: String] {
        // The time in which a client may cancel.
        let scenario = #"{"timing": {"card_delay": 0.2, "step_delay": 0.01, "host_delay": 0.05}}"#
        try await kiosk.startTerminal(scenario)
        var readers: [String: String] = [:]
        for terminal in terminals {
            let ready = try await kiosk.start(
                "till-sim",
                [
                    "terminal", "--terminal-id", terminal, "--scenario", kiosk.path("scenario.json"), "--data",
                    kiosk.path("terminal-" + terminal), "--tcp", "0",
                ]
            ).says("terminal ready")
            let port = try #require(ready.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
            readers["t" + terminal] = "tcp:127.0.0.1:\(port)"
        }
        return readers
    }

    private func expectOnePaymentOfEachKey(_ report: CrowdReport) throws {
        #expect(report.begun.count == Self.payments)
        #expect(Set(report.begun.values).count == report.begun.count, "two keys have one payment")
        #expect(report.listed.count == report.begun.count && Set(report.listed) == Set(report.begun.values))
        #expect(report.states.values.allSatisfy { $0.state == "final" })
        let outcomes = Dictionary(grouping: report.states.values) { $0.outcome ?? "-" }.mapValues(\.count)
        #expect(Set(outcomes.keys) == ["approved", "cancelled"], "\(outcomes)")
        let paid = report.approved.map(\.order)
        #expect(Set(paid).count == paid.count, "an order was paid twice")
    }

    /// The listener has heard everything once and in order, although it went away now and then.
    private func expectTheEventsOfEachPayment(_ report: CrowdReport) throws {
        let last = try #require(report.events.last).id
        #expect(report.events.map(\.id) == Array(2...last) && last >= report.last)
        for kind in ["intended", "settled"] {
            let told = report.events.filter { $0.kind == "payment." + kind }.compactMap(\.payment)
            #expect(told.sorted() == report.begun.values.sorted(), "\(kind)")
        }
    }

    private func expectTheTerminalsBooks(_ report: CrowdReport, _ kiosk: Kiosk) throws {
        var charges: [BookedCharge] = []
        var requests = 0
        for terminal in Self.terminals {
            let journal = try TerminalJournal(
                contentsOf: kiosk.path("terminal-\(terminal)/\(TerminalJournalFile.name)"))
            charges += journal.standingCharges.map { BookedCharge($0, of: terminal) }
            requests += journal.requests.count
        }
        #expect(charges.count == report.approved.count && Set(charges) == Set(report.approved.map(BookedCharge.init)))
        let sent = Set(report.events.filter { $0.kind == "payment.sending" }.compactMap(\.payment)).count
        #expect(requests == sent)
        #expect(try kiosk.terminalJournal().entries.isEmpty, "nobody has named this terminal")
    }

    private struct Entry: Decodable {
        struct Fact: Decodable {
            let key: String?
            let approved: Approval?
        }
        struct Approval: Decodable {
            let amountMinor: Int64
            let terminalId: String
            let trace: Int
            let receiptNumber: Int
        }
        let kind: String
        let payment: String?
        let fact: Fact
    }

    /// The journal as it is exported has the same keys, payments and bookings.
    private func expectTheJournal(_ report: CrowdReport, _ kiosk: Kiosk) async throws {
        let verified = try await kiosk.till("journal", "verify")
        #expect(verified.code == 0, "\(verified)")
        let exported = try await kiosk.till("journal", "export")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let entries = exported.output.split(separator: "\n")
            .filter { $0.contains(#""kind":"payment.intended""#) || $0.contains(#""kind":"payment.settled""#) }
            .compactMap { try? decoder.decode(Entry.self, from: Data($0.utf8)) }
        let keys = entries.compactMap { entry in entry.fact.key.map { ($0, entry.payment ?? "") } }
        #expect(keys.count == report.begun.count && Dictionary(keys) { first, _ in first } == report.begun)
        let booked = entries.compactMap { $0.fact.approved }.map {
            [$0.terminalId, String($0.trace), String($0.receiptNumber), String($0.amountMinor)]
        }
        let told = report.approved.map {
            [$0.terminalId ?? "", String($0.trace ?? 0), String($0.receiptNumber ?? 0), String($0.amountMinor)]
        }
        #expect(booked.count == told.count && Set(booked) == Set(told))
    }

    /// The shop has exactly those orders as paid whose payments were approved, each by that payment.
    private func expectTheShopsOrders(_ report: CrowdReport, _ shop: SimulatedShop) async throws {
        let orders = Set(report.states.values.map(\.order)).sorted()
        let read = try await shop.python(
            """
            for number in "\(orders.joined(separator: " "))".split():
                text = ask("GET", "wc/v3/orders/" + number)[2].decode()
                print(number, json.loads(text)["status"], *sorted(set(re.findall("pay-[0-9A-Z]+", text))))
            """)
        let lines = read.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let paid = lines.filter { $0[1] == "processing" || $0[1] == "completed" }.map { [$0[0]] + $0.dropFirst(2) }
        let told = report.states.filter { $0.value.outcome == "approved" }.map { [$0.value.order, $0.key] }
        #expect(lines.count == orders.count && Set(paid) == Set(told), "\(read)")
    }
}
