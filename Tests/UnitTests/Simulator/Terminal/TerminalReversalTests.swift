import Flow
import Testing

@testable import Simulator

/// Transactions after a payment: reversals and refunds.
@Suite struct TerminalReversalTests {
    static let firstReceipt = hex("06 30 06 00 00 00 87 00 01")

    private static func paid(_ scenario: TerminalScenario = TerminalScenario(), times: Int = 1) -> TerminalBench {
        var bench = TerminalBench.registered(scenario)
        for _ in 0..<times { bench.converse(TerminalBench.pay1250) }
        return bench
    }

    @Test func aReversalTakesABookingBackAndNamesIt() {
        var bench = Self.paid()
        let telegrams = bench.converse(Self.firstReceipt)
        #expect(bench.events == [.requested, .booked, .confirmed, .requested, .reversed, .confirmed])
        #expect(bench.oracle.netCharged() == 0)
        let result = telegrams.telegrams(0x040F).first ?? []
        #expect(result.contains(hex("04 00 00 00 00 12 50 0B 00 00 02 37 00 00 01")))
        #expect(telegrams.controls.last == "060F")
    }

    @Test func anEarlierBookingIsReversedToo() {
        var bench = Self.paid(times: 2)
        bench.converse(Self.firstReceipt)
        #expect(bench.oracle.netCharged() == 1250)
        #expect(bench.oracle.standingCharges.map(\.receipt) == [2])
    }

    @Test func aTerminalMayReverseTheLastTransactionOnly() {
        var scenario = TerminalScenario()
        scenario.reversal.onlyLast = true
        var bench = Self.paid(scenario, times: 2)
        #expect(bench.converse(Self.firstReceipt).last == hex("06 1E 01 B5"))
        #expect(bench.converse(hex("06 30 06 00 00 00 87 00 02")).controls.last == "060F")
        #expect(bench.oracle.netCharged() == 1250)
    }

    @Test func whatIsReversedIsNotReversedAgain() {
        var bench = Self.paid()
        bench.converse(Self.firstReceipt)
        #expect(bench.converse(Self.firstReceipt).last == hex("06 1E 01 B4"))
        #expect(bench.oracle.reversals.count == 1)
    }

    @Test(arguments: [
        "06 30 06 00 00 00 87 00 09", "06 30 03 00 00 00", "06 30 0D 00 00 00 87 00 01 04 00 00 00 00 12 51",
    ])
    func whatWasNotBookedCannotBeReversed(_ command: String) {
        var bench = Self.paid()
        #expect(bench.converse(hex(command)).last == hex("06 1E 01 B5"))
        #expect(bench.oracle.netCharged() == 1250)
    }

    @Test func aWrongPasswordIsRefusedAtOnce() {
        var scenario = TerminalScenario()
        scenario.identity.password = "000000"
        var bench = Self.paid(scenario)
        bench.send(hex("06 30 06 12 34 56 87 00 01"))
        #expect(bench.nextTelegram() == hex("84 37 00"))
        #expect(bench.oracle.netCharged() == 1250)
    }

    @Test(arguments: [(TerminalScenario.Undoing.keeps, Int64(0)), (.reverses, 1250), (.declines, 1250)])
    func aReversalThatTheTillDidNotTakeStandsOrIsVoid(_ profile: TerminalScenario.Undoing, _ charged: Int64) {
        var scenario = TerminalScenario()
        scenario.onMissingResponse = profile
        var bench = Self.paid(scenario)
        bench.converseUntilResult(Self.firstReceipt)
        bench.pass(.seconds(31))
        #expect(bench.events.last == (profile == .keeps ? .kept : .voided))
        #expect(bench.oracle.netCharged() == charged)
    }

    @Test func aReversalThatTheHostDeclinesChangesNothing() {
        var bench = Self.paid()
        var scenario = TerminalScenario()
        scenario.outcomes = [.decline, .approve]
        var next = TerminalBench(scenario, journal: bench.journal)
        next.converse(TerminalBench.registration)
        #expect(next.converse(Self.firstReceipt).last == hex("06 1E 01 05"))
        #expect(next.oracle.netCharged() == 1250)
        bench = next
        #expect(bench.oracle.entries.last?.command == .reversal)
    }

    @Test func aRefundPaysBackToTheCardThatIsPresented() {
        var bench = TerminalBench.registered(TerminalScenario())
        let telegrams = bench.converse(hex("06 31 0D 00 00 00 04 00 00 00 00 05 00 49 09 78"))
        #expect(telegrams.telegrams(0x04FF).first == hex("04 FF 01 0A"))
        #expect(bench.events == [.requested, .refunded, .confirmed])
        #expect(bench.oracle.netCharged() == -500)
        #expect(bench.oracle.requests.isEmpty)
    }

    @Test func aRefundThatTheTillRefusesIsTakenBack() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(hex("06 31 0D 00 00 00 04 00 00 00 00 05 00 49 09 78")) {
            $0.prefix(2) == [0x04, 0x0F] ? [0x84, 0x66, 0x00] : TerminalBench.accepted
        }
        #expect(bench.events == [.requested, .refunded, .reversed])
        #expect(bench.oracle.netCharged() == 0)
    }

    @Test func theTillMayAbortARefundWhileTheCardIsAwaitedAndAReversalNever() {
        var bench = Self.paid()
        bench.send(hex("06 31 0D 00 00 00 04 00 00 00 00 05 00 49 09 78"))
        #expect(bench.nextTelegram() == TerminalBench.accepted)
        bench.receive(TerminalBench.ack)
        #expect(bench.nextTelegram() == hex("04 FF 01 0A"))
        bench.receive(TerminalBench.ack)
        bench.send(TerminalBench.accepted)
        #expect(bench.converse(hex("06 B0 00")).last == hex("06 1E 01 6C"))
        bench.send(Self.firstReceipt)
        #expect(bench.nextTelegram() == TerminalBench.accepted)
        bench.receive(TerminalBench.ack)
        #expect(bench.nextTelegram() == hex("04 FF 01 17"))
        bench.receive(TerminalBench.ack)
        bench.send(TerminalBench.accepted)
        bench.send(hex("06 B0 00"))
        #expect(bench.nextTelegram() == hex("84 83 00"))
    }

    @Test func aReversalAndARefundOfAnEarlierLifeAreRemembered() throws {
        let scratch = try Scratch()
        var bench = Self.paid()
        bench.converse(Self.firstReceipt)
        do {
            let file = try TerminalJournalFile(in: scratch.path)
            for entry in bench.journal { try file.append(entry) }
        }
        let read = try TerminalJournal(contentsOf: scratch.file(TerminalJournalFile.name))
        #expect(read == bench.oracle)
        var next = TerminalBench(TerminalScenario(), journal: read.entries)
        next.converse(TerminalBench.registration)
        #expect(next.converse(Self.firstReceipt).last == hex("06 1E 01 B4"))
    }
}

/// Goods that are issued before the terminal books.
@Suite struct TerminalGoodsTests {
    private static func answering(_ answer: String) -> TerminalBench {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250) {
            $0.prefix(2) == [0x04, 0x0F] && $0.count > 10 ? hex(answer) : TerminalBench.accepted
        }
        return bench
    }

    @Test func aPartIsBookedAndPrinted() {
        var bench = TerminalBench.registered(TerminalScenario())
        let telegrams = bench.converse(TerminalBench.pay1250) {
            $0.prefix(2) == [0x04, 0x0F] ? hex("84 9D 07 04 00 00 00 00 05 00") : TerminalBench.accepted
        }
        #expect(bench.events == [.requested, .booked, .reduced, .confirmed])
        #expect(bench.oracle.netCharged() == 500)
        #expect(telegrams.telegrams(0x06D3).first?.contains(Array("5,00".utf8)) == true)
        let repeated = bench.converse(TerminalBench.lastResult).telegrams(0x040F).first
        #expect(repeated?.contains(hex("04 00 00 00 00 05 00")) == true)
    }

    @Test(arguments: ["84 9D 07 04 00 00 00 00 12 51", "84 9D 07 04 00 00 00 00 00 00", "84 9D 00", "84 66 00"])
    func whatIsNoPartOfItIsReversed(_ answer: String) {
        let bench = Self.answering(answer)
        #expect(bench.events == [.requested, .booked, .reversed])
        #expect(bench.oracle.netCharged() == 0)
    }

    @Test func aReducedBookingIsReversedAsWhatItIs() {
        var bench = Self.answering("84 9D 07 04 00 00 00 00 05 00")
        let telegrams = bench.converse(hex("06 30 0D 00 00 00 87 00 01 04 00 00 00 00 05 00"))
        #expect(telegrams.controls.last == "060F")
        #expect(bench.oracle.netCharged() == 0)
    }
}
