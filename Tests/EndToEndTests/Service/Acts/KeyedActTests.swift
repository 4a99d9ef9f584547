import Foundation
import Glibc
import Testing

/// Requests with an idempotency key that are sent again because their answer was lost: what they ask for happens once.
@Suite struct KeyedActTests {
    private static let reprint = "/v1/receipts/1042/reprint"

    private static func pay(_ served: ServedKiosk) async throws {
        let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
        #expect(try served.end(of: begun.text("payment")).text("outcome") == "approved")
        // Both receipts are printed after the payment has ended.
        let printed = try await served.ask("GET", "/v1/journal?limit=100") { page in
            page.items.count { $0["kind"] as? String == "receipt.printed" } == 2
        }
        try #require(printed.items.count { $0["kind"] as? String == "receipt.printed" } == 2, "\(printed)")
    }

    private static func count(_ kind: String, _ served: ServedKiosk) throws -> Int {
        try served.ask("GET", "/v1/journal?limit=100").items.count { $0["kind"] as? String == kind }
    }

    @Test func aRequestThatIsSentAgainHasTheAnswerOfTheFirstOneAlsoAfterARestart() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            try await Self.pay(served)
            let first = try served.ask("POST", Self.reprint, #"{"copies": 2}"#, key: "again")
            #expect(first.status == 200 && first.items.count == 2, "\(first)")
            let second = try served.ask("POST", Self.reprint, #"{ "copies" : 2 }"#, key: "again")
            #expect(second.status == 200 && second.body == first.body, "\(second)")
            #expect(try Self.count("receipt.printed", served) == 4)
            for (path, body) in [
                (Self.reprint, #"{"copies": 3}"#), ("/v1/receipts/1042/reprint?copy=merchant", #"{"copies": 2}"#),
                ("/v1/printers/usual/drawer", #"{"number": 1}"#),
            ] {
                let other = try served.ask("POST", path, body, key: "again")
                #expect(other.status == 422 && other.code == "request.keyConflict", "\(other)")
            }
            let opened = try served.ask("POST", "/v1/printers/usual/drawer", key: "drawer")
            #expect(opened.status == 200, "\(opened)")
            #expect(try served.ask("POST", "/v1/printers/usual/drawer", key: "drawer").body == opened.body)
            #expect(try Self.count("drawer.opened", served) == 1)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            let next = try await ServedKiosk(kiosk)
            #expect(try next.ask("POST", Self.reprint, #"{"copies": 2}"#, key: "again").body == first.body)
            #expect(try next.ask("POST", "/v1/printers/usual/drawer", key: "drawer").body == opened.body)
            #expect(try Self.count("receipt.printed", next) == 4)
            #expect(try Self.count("drawer.opened", next) == 1)
            // Without a key each request is one of its own.
            #expect(try next.ask("POST", Self.reprint).status == 200)
            #expect(try Self.count("receipt.printed", next) == 5)
        }
    }

    @Test func aRequestThatHasDoneNothingMayBeSentAgainWithItsKey() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            try await Self.pay(served)
            printer.send(SIGKILL)
            try await printer.end()
            let refused = try served.ask("POST", Self.reprint, key: "again")
            #expect(refused.status == 503, "\(refused)")
            try await kiosk.startPrinter()
            let printed = try await served.ask("POST", Self.reprint, key: "again") { $0.status == 200 }
            #expect(printed.status == 200 && printed.items.count == 1, "\(printed)")
        }
    }

    /// The print was begun, so it is not made again, and nobody is told that it is on paper.
    @Test func aReprintThatAKillCutOffIsNotMadeAgainWithItsKey() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            try await Self.pay(served)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            let dying = try await ServedKiosk(kiosk, environment: ["TILL_TEST_KILL_AT": "S10-printing"])
            _ = try dying.send(dying.bytes("POST", Self.reprint, "{}", key: "again"))
            try await dying.child.end()
            let next = try await ServedKiosk(kiosk)
            let again = try next.ask("POST", Self.reprint, "{}", key: "again")
            #expect(again.status == 409 && again.code == "request.interrupted", "\(again)")
            #expect(!again.text("remedy").isEmpty)
            let prints = try await next.ask("GET", "/v1/receipts/1042/prints") { page in
                page.items.contains { $0["state"] as? String == "unknown" }
            }
            #expect(prints.items.count == 2, "\(prints)")
            let other = try next.ask("POST", Self.reprint, "{}", key: "another")
            #expect(other.status == 200 && other.items.first?["duplicate"] as? Int == 2, "\(other)")
        }
    }

    /// `last` is another customer's receipt by then.
    @Test func aReprintOfTheLastReceiptThatAKillCutOffPrintsNoLaterReceipt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            try await Self.pay(served)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            let dying = try await ServedKiosk(kiosk, environment: ["TILL_TEST_KILL_AT": "S10-printing"])
            _ = try dying.send(dying.bytes("POST", "/v1/receipts/last/reprint", "{}", key: "again"))
            try await dying.child.end()
            let next = try await ServedKiosk(kiosk)
            let begun = try next.ask("POST", "/v1/payments", #"{"order": 1043}"#, key: "k2")
            #expect(try next.end(of: begun.text("payment")).text("outcome") == "approved")
            let again = try next.ask("POST", "/v1/receipts/last/reprint", "{}", key: "again")
            #expect(again.status == 409 && again.code == "request.interrupted", "\(again)")
            let prints = try next.ask("GET", "/v1/receipts/1043/prints")
            #expect(prints.items.count <= 1, "\(prints)")
        }
    }

    /// Whatever had happened when the service was killed: the repeated request ends the day once, and tells how it ended.
    @Test(arguments: ["E1", "E2", "E3"]) func aDayWhoseEndAKillCutOffIsAskedAbout(_ step: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            try await Self.pay(served)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            let dying = try await ServedKiosk(kiosk, environment: ["TILL_TEST_KILL_AT": step])
            _ = try dying.send(dying.bytes("POST", "/v1/ends-of-day", "{}", key: "evening"))
            try await dying.child.end()
            let next = try await ServedKiosk(kiosk)
            let ended = try await next.ask("POST", "/v1/ends-of-day", "{}", key: "evening") { $0.status == 200 }
            #expect(["closed", "closed_without_totals"].contains(ended.text("outcome")), "\(ended)")
            #expect(try next.ask("POST", "/v1/ends-of-day", "{}", key: "evening").body == ended.body)
            let closed = try next.ask("GET", "/v1/ends-of-day").items.filter { day in
                (day["outcome"] as? String)?.hasPrefix("closed") == true
            }
            #expect(closed.count == 1, "\(closed)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }
}
