import Foundation
import Glibc
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

    /// Starts the payment with an input that stays open and empty.
    private func startSilently(_ kiosk: Kiosk, _ more: [String] = [], reader: String? = nil) throws -> Child {
        let silence = kiosk.path("silence")
        #expect(mkfifo(silence, 0o600) == 0)
        let arguments = kiosk.payment().map { $0 == kiosk.reader ? reader ?? $0 : $0 }
        let options = ["--goods", "ask", "--json", "--data", kiosk.data] + more
        let command = ([Programs.path("till")] + arguments + options).map { "'\($0)'" }.joined(separator: " ")
        return try kiosk.start("/bin/sh", ["-c", "exec \(command) <> '\(silence)'"])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func whatIsInterruptedOverPendingGoodsIsNotCharged(_ signal: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let payment = try startSilently(kiosk)
            try await payment.says("given, none, or part AMOUNT?")
            payment.send(signal)
            let ending = try await payment.end()
            #expect(ending.code == 4, "\(ending)")
            let report = try JSONDecoder().decode(Report.self, from: Data(ending.output.utf8))
            #expect(report.outcome == "cancelled" && report.goods == nil, "nobody has said anything of them")
            try await kiosk.expectTheTruth(charges: 0, ending)
            #expect(try await kiosk.till("goods", "last", "given").code == 8, "somebody gave them all the same")
        }
    }

    @Test func aTerminalAsksForGoodsNoMoreOftenThanConfigured() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let configuration = kiosk.path("till.toml")
            let reader = "name = \"front\"\naddress = \"serial:\(kiosk.readerLink)\"\nbaud = 115200\n"
            try Data("[[readers]]\n\(reader)answer_timeout = 6\ngoods_waits = 1\n".utf8)
                .write(to: URL(fileURLWithPath: configuration))
            let ending = try await startSilently(kiosk, ["--config", configuration], reader: "front").end()
            #expect(ending.code == 4, "\(ending)")
            #expect(try kiosk.terminalJournal().netCharged() == 0)
        }
    }

    @Test func whatIsChargedWithoutGoodsIsNamedUntilItIsReversed() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(
                "{\"based_on\": \"approve\", \"on_missing_response\": \"keeps\", \"timing\": {\"card_delay\": 0.05, \"host_delay\": 0.05, \"response_timeout\": 4}}"
            )
            try await kiosk.startPrinter()
            let till = try await kiosk.startTill(
                kiosk.payment() + ["--goods", "ask"], environment: ["TILL_TEST_KILL_AT": "S5"])
            #expect(try await till.end().signal == 9)
            #expect(try await kiosk.till("goods", "last", "none").code == 0)
            let next = try await kiosk.pay(1043)
            let why = try await kiosk.till("why", "1042")
            let booked = try kiosk.terminalJournal()
            #expect(why.output.contains("\nPaid."), "\(why) \(next) \(booked)")
            let sick = try await kiosk.till("doctor")
            #expect(sick.output.contains("goods.charged") && sick.output.contains("-> till reverse pay-"), "\(sick)")
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            let reversal = try await kiosk.startTill(["reverse", "1042"] + devices).end()
            #expect(reversal.code == 0, "\(reversal)")
            let mended = try await kiosk.till("doctor")
            #expect(!mended.output.contains("goods.charged"), "\(mended)")
        }
    }

    @Test func anEndOfTheInputIsNoAnswer() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let ending = try await pay(kiosk, saying: "nonsense\\npart 99.00\\n")
            #expect(ending.code == 4, "\(ending)")
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
            let till = try await kiosk.startTill(arguments, environment: ["TILL_TEST_KILL_AT": "S5"])
            #expect(try await till.end().signal == 9)
            #expect(try await kiosk.till("goods", "last", "given").code == 0, "before the terminal is asked")
            let next = try await kiosk.pay(1043)
            #expect(next.code == 0, "\(next)")
            let why = try await kiosk.till("why", "1042", "--language", "en")
            // Either the terminal gave up, or it repeated its result to the next till in time and was told about the
            // goods.
            let isBooked = try kiosk.terminalJournal().standingCharges.count == 2
            #expect(why.output.contains(isBooked ? "\nPaid." : "Unpaid: the goods were given"), "\(why)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }
}
