import Foundation
import Glibc
import Testing

/// What a person has a terminal do between payments, over HTTP.
@Suite struct ServedReaderActTests {
    /// How a payment ends, or why none is begun.
    private static func pay(_ served: ServedKiosk, _ order: Int = 1042, key: String) throws -> String {
        let begun = try served.ask("POST", "/v1/payments", #"{"order": \#(order)}"#, key: key)
        return begun.status == 202 ? try served.end(of: begun.text("payment")).text("outcome") : begun.code
    }

    @Test func aTerminalThatDemandsItIsInitialisedAndTakesPaymentsThen() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"demands": "initialisation", \#(Kiosk.quick)}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let before = try served.ask("GET", "/v1/readers/counter/status")
            #expect(before.status == 200 && before.text("status") == "51", "\(before)")
            #expect(try Self.pay(served, key: "k1") != "approved")
            #expect(try kiosk.terminalJournal().charges.isEmpty)
            let done = try served.ask("POST", "/v1/readers/counter/initialise")
            #expect(done.status == 200 && done.text("terminal_id") == "29001234", "\(done)")
            #expect("\(done.document["lines"] ?? "")".contains("INITIALISIERUNG"), "\(done)")
            #expect(try served.ask("GET", "/v1/readers/counter/status").text("status") == "00")
            #expect(try kiosk.terminalJournal().entries.count { $0.event == .initialised } == 1)
            #expect(try Self.pay(served, key: "k2") == "approved")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    @Test(arguments: ["register", "set-clock", "log-off", "diagnosis"])
    func aTerminalThatWasServedTakesPaymentsAsBefore(_ act: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            for reader in ["counter", "usual"] {
                let done = try served.ask("POST", "/v1/readers/\(reader)/\(act)")
                #expect(done.status == 200 && done.text("terminal_id") == "29001234", "\(done)")
            }
            for (path, body, status) in [
                ("/v1/readers/elsewhere/\(act)", "{}", 422), ("/v1/readers/counter/\(act)", #"{"now": true}"#, 422),
                ("/v1/readers/tcp:10.0.0.1:20007/\(act)", "{}", 422),
            ] {
                let refused = try served.ask("POST", path, body)
                #expect(refused.status == status && refused.code == "request.invalid", "\(refused)")
            }
            #expect(try Self.pay(served, key: "k1") == "approved")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    /// While a card is awaited the terminal does nothing else, and the payment notices nothing of who asked.
    @Test func aTerminalThatTakesAPaymentIsNotDisturbed() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            try await terminal.standsStill {
                for act in ["initialise", "set-clock", "log-off", "register"] {
                    let busy = try served.ask("POST", "/v1/readers/counter/\(act)")
                    #expect(busy.status == 503 && busy.fields["retry-after"] != nil, "\(busy)")
                }
            }
            #expect(try served.end(of: begun.text("payment")).text("outcome") == "approved")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    /// The till's data are those of a backup, and the terminal has moved money since.
    @Test func aTerminalIsConfirmedInWordsAfterARestoreAndOnlyOnce() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay(1042).code == 0)
            #expect(try await kiosk.till("backup", kiosk.path("backup")).code == 0)
            #expect(try await kiosk.pay(1043).code == 0)
            try FileManager.default.moveItem(atPath: kiosk.data, toPath: kiosk.path("lost"))
            let restored = try await kiosk.start(
                "till", ["restore", kiosk.path("backup"), "--data", kiosk.data]
            ).end()
            #expect(restored.code == 0, "\(restored)")
            let served = try await ServedKiosk(kiosk)
            let path = "/v1/readers/counter/confirmation"
            for body in ["{}", #"{"evidence": " "}"#] {
                let silent = try served.ask("POST", path, body)
                #expect(silent.status == 422 && silent.code == "request.invalid", "\(silent)")
            }
            let evidence = #"{"evidence": "Order 1043 was paid too: the slip has receipt 2."}"#
            let confirmed = try served.ask("POST", path, evidence)
            #expect(confirmed.status == 204 && confirmed.body.isEmpty, "\(confirmed)")
            let again = try served.ask("POST", path, evidence)
            #expect(again.status == 409 && again.code == "restore.nothingToCompare", "\(again)")
            let facts = try served.ask("GET", "/v1/journal?limit=100").items.compactMap { $0["kind"] as? String }
            #expect(facts.contains("terminal.compared"))
            #expect(try Self.pay(served, 1044, key: "k1") == "approved")
            #expect(try kiosk.terminalJournal().standingCharges.count == 3)
        }
    }
}
