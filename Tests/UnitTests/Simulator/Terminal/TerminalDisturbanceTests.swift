import Testing

@testable import Simulator

@Suite struct TerminalDisturbanceTests {
    @Test(arguments: [(TerminalScenario.Shipped.lostAck, Int64(1250), [UInt8]()), (.lostAckReversed, 0, [0x37])])
    func aTerminalThatSeesNoResponseTellsTheTruthWhenAsked(
        _ name: TerminalScenario.Shipped, _ charged: Int64, _ field: [UInt8]
    ) throws {
        var bench = TerminalBench.registered(.shipped(name))
        bench.converseUntilResult(TerminalBench.pay1250)
        for _ in 1...3 {
            bench.send(TerminalBench.accepted)
            bench.pass(.seconds(5))
        }
        #expect(bench.sent.isEmpty, "not even a block acknowledgement")
        #expect(bench.converse(TerminalBench.enquiry).controls == ["060F"])
        let result = try #require(bench.converse(TerminalBench.lastResult).telegrams(0x040F).first)
        #expect(bench.oracle.netCharged() == charged)
        let entry = try #require(bench.oracle.reversals.last ?? bench.oracle.charges.last)
        var expected: [UInt8] = [0x27, 0x00, 0x04, 0, 0, 0, 0, 0x12, 0x50, 0x0B, 0, 0, UInt8(entry.trace ?? 0)]
        if !field.isEmpty { expected += field + [0, 0, UInt8(entry.originalTrace ?? 0)] }
        #expect(Array(result.dropFirst(3).prefix(expected.count)) == expected)
    }

    @Test func aTerminalThatIsOffAcknowledgesNothing() {
        var bench = TerminalBench(.shipped(.terminalSilent))
        bench.send(TerminalBench.enquiry)
        bench.pass(.seconds(60))
        #expect(bench.sent.isEmpty)
    }

    @Test func aTerminalThatFallsSilentAcknowledgesTheCommandAndNothingMore() {
        var bench = TerminalBench.registered(.shipped(.silentAfterCommand))
        bench.send(TerminalBench.pay1250)
        bench.pass(.seconds(60))
        #expect(bench.sent == [0x06])
        bench.send(TerminalBench.enquiry)
        bench.pass(.seconds(60))
        #expect(bench.sent == [0x06])
    }

    @Test func aPulledCableDoesNotStopThePaymentInsideTheTerminal() {
        var bench = TerminalBench.registered(.shipped(.cablePull))
        bench.converseUntil(TerminalBench.pay1250) { $0 == hex("04 FF 01 0A") }
        bench.send(TerminalBench.accepted)
        bench.pass(.seconds(5))
        #expect(bench.pulls == [.seconds(5)])
        #expect(bench.events == [.requested, .booked, .kept])
        bench.plugIn()
        _ = bench.next(bench.sent.count)
        #expect(bench.converse(TerminalBench.lastResult).controls == ["040F", "060F"])
    }

    @Test func aCableThatIsGoneStaysGone() {
        var bench = TerminalBench.registered(.shipped(.cableGone))
        bench.converseUntil(TerminalBench.pay1250) { $0 == hex("04 FF 01 0A") }
        bench.send(TerminalBench.accepted)
        bench.pass(.seconds(5))
        #expect(bench.pulls == [nil])
        #expect(bench.oracle.netCharged() == 1250)
    }

    @Test func aTerminalThatLosesItsTillBeforeTheCardBooksNothing() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntil(TerminalBench.pay1250, acknowledged: false) { $0 == hex("04 FF 01 0A") }
        bench.pass(.seconds(60))
        #expect(bench.events == [.requested])
        #expect(bench.machine.isAtRest)
    }

    @Test func aRestartWhileBookedIsSettledWhenTheTerminalIsUpAgain() {
        var scenario = TerminalScenario()
        scenario.restarts = .booked
        var bench = TerminalBench.registered(scenario)
        bench.converseUntil(TerminalBench.pay1250) { $0 == hex("04 FF 01 0B") }
        bench.send(TerminalBench.accepted)
        bench.pass(.seconds(1))
        #expect(bench.events == [.requested, .booked])
        bench.pass(.seconds(3))
        #expect(bench.events == [.requested, .booked, .reversed])
        _ = bench.next(bench.sent.count)
        #expect(bench.converse(TerminalBench.enquiry).controls == ["060F"])
    }

    @Test func aBookingLeftOpenByAKillIsSettledAtTheNextStart() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntilResult(TerminalBench.pay1250)
        let next = TerminalBench(TerminalScenario(), journal: bench.journal)
        #expect(next.events == [.requested, .booked, .reversed])
    }

    @Test func whileBusyACommandIsAcknowledgedAndOtherwiseIgnoredUntilTheTerminalIsAtRest() {
        var scenario = TerminalScenario()
        scenario.announcesReversal = false
        var bench = TerminalBench.registered(scenario)
        bench.converseUntilResult(TerminalBench.pay1250)
        bench.send(TerminalBench.enquiry)
        #expect(bench.sent == [0x06])
        bench.pass(.seconds(31))
        _ = bench.next(1)
        // Equal bytes are no repetition of a block here, because the first block was not answered.
        #expect(bench.converse(TerminalBench.enquiry).controls == ["060F"])
    }

    @Test func aTerminalMayAlsoSayThatItIsBusy() {
        var scenario = TerminalScenario()
        scenario.whileBusy = .answers
        var bench = TerminalBench.registered(scenario)
        bench.converseUntilResult(TerminalBench.pay1250)
        bench.send(TerminalBench.enquiry)
        #expect(bench.nextTelegram() == hex("84 9C 00"))
    }

    @Test func whatRepeatReceiptShowsIsAProfile() {
        let reversed = TerminalBench.journalOfAReversal()
        #expect(repeated(reversed) { $0.showsReversals = true }?.contains(0x37) == true)
        #expect(repeated(reversed) { $0.showsReversals = false } == nil)
    }

    @Test func anEmptyJournalHasNothingToRepeat() {
        var bench = TerminalBench.registered(TerminalScenario())
        #expect(bench.converse(TerminalBench.lastResult).last == hex("06 1E 01 83"))
    }

    /// The names of the BMPs of the `04 0F` up to the trace number; nil if there was none.
    private func repeated(
        _ journal: [TerminalJournal.Entry], _ set: (inout TerminalScenario.RepeatReceipt) -> Void
    ) -> [UInt8]? {
        var scenario = TerminalScenario()
        set(&scenario.repeatReceipt)
        var bench = TerminalBench.registered(scenario, journal: journal)
        return bench.converse(TerminalBench.lastResult).telegrams(0x040F).first.map { [$0[3], $0[5], $0[12], $0[16]] }
    }
}

extension TerminalBench {
    static func journalOfAReversal() -> [TerminalJournal.Entry] {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntilResult(pay1250)
        return TerminalBench(TerminalScenario(), journal: bench.journal).journal
    }
}
