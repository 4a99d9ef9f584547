import Foundation
import Glibc
import Simulator
import Testing

/// Thousands of requests that nobody should send, raw and made of the description, beside a client that pays as it should.
@Suite struct ManyRequestsTests {
    /// `TILL_RUDE_REQUESTS` in scripts/soak.
    private static let requests = ProcessInfo.processInfo.environment["TILL_RUDE_REQUESTS"].flatMap { Int($0) } ?? 2_000
    private static let seed = ProcessInfo.processInfo.environment["TILL_SOAK_SEED"].flatMap { Int($0) } ?? 1
    private static let script =
        URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "EndToEndTests" }
        .joined(separator: "/") + "/Fixtures/http/rude-clients.py"
    /// How many kilobytes the memory may grow from the second quarter to the last one. Drawing a receipt on a thread that has drawn
    /// none takes some for good.
    private static let mostGrowth = 60_000

    @Test func whateverIsSentNothingIsLostAndNothingIsPaidThatNobodyKnowsOf() async throws {
        try await Kiosk.run(on: .network) { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let shop = try await SimulatedShop(kiosk, "--orders", "1000")
            let login = try await shop.login()
            try #require(login.code == 0, "\(login)")
            let served = try await ServedKiosk(kiosk, environment: ["TILL_LOG": "info"])
            let tokens = [
                served.token, try await ServedKiosk.token(kiosk, "kiosk"),
                try await ServedKiosk.token(kiosk, "read-only"),
            ]
            let ending = try await kiosk.start(
                "/usr/bin/env",
                ["python3", Self.script]
                    + [Int(served.port), Int(served.child.pid), Self.requests, Self.seed].map(String.init),
                environment: ["TILL_TOKENS": tokens.joined(separator: " ")]
            ).end()
            let report = try RudeReport(ending)
            let (first, last) = (try #require(report.samples.first), try #require(report.samples.last))
            print(
                "rude: \(report.requests) requests in \(report.seconds) s, \(report.statuses),",
                "\(report.transactions.count) transactions, \(first.kilobytes) to \(last.kilobytes) kB")
            #expect(report.requests == Self.requests && report.faults == [])
            try expectNothingIsLost(report, kiosk)
            try await expectTheServiceIsAsBefore(report, served)
            let verified = try await kiosk.till("journal", "verify")
            #expect(verified.code == 0, "\(verified)")
        }
    }

    /// What the till knows of is what the terminal has booked.
    private func expectNothingIsLost(_ report: RudeReport, _ kiosk: Kiosk) throws {
        #expect(report.transactions.allSatisfy { $0.state == "final" })
        #expect(!report.paid.isEmpty && Set(report.paid).isSubset(of: report.transactions.map(\.payment)))
        let journal = try kiosk.terminalJournal()
        #expect(journal.standingCharges.map(\.amountMinor).sorted() == report.standingCharges)
        #expect(journal.standingRefunds.map(\.amountMinor).sorted() == report.refunds)
    }

    /// It has crashed nowhere, has logged why it failed anything, and takes as much as in the middle of it all.
    private func expectTheServiceIsAsBefore(_ report: RudeReport, _ served: ServedKiosk) async throws {
        // What an answer takes while it is made is not what stays: the least of a part counts.
        let quarter = report.samples.count / 4
        let (early, late) = (report.samples.dropFirst(quarter).prefix(quarter), report.samples.suffix(quarter))
        let growth = (late.map(\.kilobytes).min() ?? 0) - (early.map(\.kilobytes).min() ?? 0)
        #expect(quarter > 0 && growth < Self.mostGrowth, "\(report.samples)")
        #expect(report.samples.allSatisfy { $0.descriptors < 400 && $0.threads < 64 }, "\(report.samples)")
        served.child.send(SIGTERM)
        let ending = try await served.child.end()
        #expect(ending.code == 0, "\(ending)")
        for error in report.serverErrors {
            #expect(error.status == 503 && ending.errors.contains(error.request), "\(error)")
        }
        #expect(!ending.errors.contains("service.unexpected"))
    }
}
