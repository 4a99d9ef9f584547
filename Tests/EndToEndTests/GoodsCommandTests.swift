import Foundation
import Testing

/// `till pay --goods ask`, driven by a pipe as a kiosk's program does.
@Suite struct GoodsCommandTests {
    private struct Report: Decodable {
        let payment: String
        let outcome: String
        let amount: String
        let goods: String?
    }

    private func pay(_ kiosk: Kiosk, saying words: String) async throws -> Ending {
        let arguments = kiosk.payment() + ["--goods", "ask", "--json", "--data", kiosk.data]
        let command = ([Programs.path("till")] + arguments).map { "'\($0)'" }.joined(separator: " ")
        return try await kiosk.start("/bin/sh", ["-c", "printf '\(words)' | \(command)"]).end()
    }

    @Test(arguments: [("given", 0, "approved", "11.50"), ("part 3.50", 0, "approved", "3.50")])
    func whatWasGivenIsCharged(words: String, code: Int, outcome: String, amount: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let ending = try await pay(kiosk, saying: "what\\n\(words)\\n")
            #expect(ending.code == Int32(code), "\(ending)")
            let report = try JSONDecoder().decode(Report.self, from: Data(ending.output.utf8))
            #expect(report.outcome == outcome && report.amount == amount)
            #expect(ending.errors.contains("goods \(report.payment) 11.50 EUR: given, none, or part AMOUNT?"))
            #expect(ending.errors.contains("not understood"))
            #expect(try kiosk.terminalJournal().netCharged() == Int64(amount.filter { $0 != "." }))
        }
    }

    @Test func whatWasNotGivenIsNotChargedAndSaidSo() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let ending = try await pay(kiosk, saying: "none\\n")
            #expect(ending.code == 4, "\(ending)")
            let report = try JSONDecoder().decode(Report.self, from: Data(ending.output.utf8))
            #expect(report.outcome == "goods_not_given" && report.goods == "none")
            #expect(try kiosk.terminalJournal().netCharged() == 0)
            let why = try await kiosk.till("why", "last", "--language", "de")
            #expect(why.output.contains("Es wurde keine Ware ausgegeben"), "\(why)")
        }
    }

    @Test func anEndOfTheInputIsNoAnswer() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(
                "{\"based_on\": \"approve\", \"timing\": {\"card_delay\": 0.05, \"host_delay\": 0.05, \"response_timeout\": 1}}"
            )
            try await kiosk.startPrinter()
            let ending = try await pay(kiosk, saying: "")
            #expect(ending.code == 4 || ending.code == 3, "\(ending)")
            #expect(try kiosk.terminalJournal().netCharged() == 0)
            let late = try await kiosk.till("goods", "last", "given")
            #expect(late.code == 8 && late.errors.contains("was not taken"), "\(late)")
            #expect(try await kiosk.till("goods", "last", "none").code == 8, "what was said stands")
            #expect(try await kiosk.till("goods", "last", "some").code == 64)
        }
    }

    @Test func aTillKilledOverPendingGoodsIsToldAfterwards() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(
                "{\"based_on\": \"approve\", \"timing\": {\"card_delay\": 0.05, \"host_delay\": 0.05, \"response_timeout\": 2}}"
            )
            try await kiosk.startPrinter()
            let arguments = kiosk.payment() + ["--goods", "ask"]
            let till = try kiosk.startTill(arguments, environment: ["TILL_TEST_KILL_AT": "S5"])
            #expect(try await till.end().signal == 9)
            #expect(try await kiosk.till("goods", "last", "given").code == 0, "before the terminal is asked")
            let next = try await kiosk.pay(1043)
            #expect(next.code == 0, "\(next)")
            let why = try await kiosk.till("why", "1042", "--language", "en")
            #expect(why.output.contains("Unpaid: the goods were given"), "\(why)")
            #expect(try kiosk.terminalJournal().standingCharges.count == 1)
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }
}
