import Testing

@testable import Simulator

/// Commands that keep a terminal working: diagnosis, initialisation, end of day, and others.
@Suite struct TerminalAdministrationTests {
    private static let endOfDay = hex("06 50 03 00 00 00")
    private static let totals = hex("06 10 03 00 00 00")
    private static let status = hex("05 01 05 00 00 00 03 02")
    /// Totals that close a day have 18 bytes before BMP 60, other totals have 9.
    private static let oneMastercard = hex(
        """
        60 F0 F5 F3 00 01 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 12 50 00 00 00 00 00 00 00 00 \
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        """)

    @Test func anEndOfDayTellsTheTotalsByCardAndBeginsANewDay() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250)
        let telegrams = bench.converse(Self.endOfDay)
        #expect(telegrams.controls == ["04FF", "040F", "06D3", "060F"])
        #expect(telegrams.telegrams(0x04FF).first == hex("04 FF 02 17 02"))
        #expect(telegrams.telegrams(0x040F).first?.contains(Self.oneMastercard) == true)
        #expect(telegrams.telegrams(0x06D3).first?.contains(hex("1F 07 01 03")) == true)
        #expect(bench.journal.last?.event == .endOfDay)
        #expect(bench.journal.last?.amountMinor == 1250)
        let next = bench.converse(Self.totals).telegrams(0x040F).first
        #expect(next?.suffix(53).allSatisfy { $0 == 0 } == true)
    }

    @Test func askingForTotalsEndsNoDay() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250)
        for _ in 0..<2 {
            let telegrams = bench.converse(Self.totals)
            #expect(telegrams.controls == ["040F", "060F"])
            #expect(telegrams.first { $0[0] == 0x04 }?.contains(Self.oneMastercard) == true)
        }
        #expect(bench.events == [.requested, .booked, .confirmed])
    }

    @Test func whatWasTakenBackIsNotCountedAndRefundsAreSubtracted() {
        var bench = TerminalBench.registered(TerminalScenario())
        for _ in 0..<3 { bench.converse(TerminalBench.pay1250) }
        bench.converse(hex("06 30 06 00 00 00 87 00 02"))
        bench.converse(hex("06 31 0D 00 00 00 04 00 00 00 00 05 00 49 09 78"))
        let turnover = TerminalBook(bench.oracle, identity: TerminalScenario.Identity()).turnover
        #expect(turnover[.mastercard] == TerminalTurnover.Total(count: 3, sumMinor: 2_000))
        #expect(turnover.totalMinor == bench.oracle.netCharged())
        #expect(turnover.firstReceipt == 1)
        #expect(turnover.lastReceipt == 5)
    }

    @Test func aDayDoesNotEndWhileReservationsAreOpen() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(hex("06 22 0A 04 00 00 00 00 50 00 49 09 78"))
        #expect(bench.converse(Self.endOfDay).last == hex("06 1E 01 77"))
        bench.converse(hex("06 25 03 87 00 01"))
        #expect(bench.converse(Self.endOfDay).controls.last == "060F")
    }

    @Test func whatWasDeliveredIsReversedNoMore() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250)
        bench.converse(Self.endOfDay)
        #expect(bench.converse(TerminalReversalTests.firstReceipt).last == hex("06 1E 01 B5"))
    }

    @Test func aTerminalThatWantsItsEndOfDayTakesNoPaymentBeforeIt() {
        var scenario = TerminalScenario()
        scenario.endOfDayAfter = 1
        var bench = TerminalBench.registered(scenario)
        #expect(bench.converse(TerminalBench.pay1250).controls.last == "060F")
        #expect(bench.converse(TerminalBench.pay1250).last == hex("06 1E 01 F0"))
        #expect(bench.converse(Self.status).last == hex("06 0F 01 F0"))
        #expect(bench.converse(TerminalBench.lastResult).controls == ["040F", "060F"])
        bench.converse(Self.endOfDay)
        #expect(bench.converse(Self.status).last == hex("06 0F 01 00"))
        #expect(bench.converse(TerminalBench.pay1250).controls.last == "060F")
    }

    @Test(arguments: [
        (TerminalScenario.Demand.initialisation, "51", "06 93 03 00 00 00"), (.diagnosis, "C2", "06 70 00"),
        (.endOfDay, "F0", "06 50 03 00 00 00"),
    ])
    func whatATerminalDemandsIsDoneOnceForAllItsLives(
        _ demand: TerminalScenario.Demand, _ code: String, _ cure: String
    ) {
        var scenario = TerminalScenario()
        scenario.demands = demand
        var bench = TerminalBench.registered(scenario)
        #expect(bench.converse(TerminalBench.pay1250).last == hex("06 1E 01 " + code))
        #expect(bench.converse(hex(cure)).controls.last == "060F")
        var next = TerminalBench(scenario, journal: bench.journal)
        #expect(next.converse(Self.status).last == hex("06 0F 01 00"))
    }

    @Test func aDiagnosisTellsTheTimeWhereTheTillTakesIt() {
        var bench = TerminalBench(TerminalScenario())
        bench.converse(hex("06 00 06 00 00 00 BE 09 78"))
        let telegrams = bench.converse(hex("06 70 00"))
        #expect(telegrams.telegrams(0x0401) == [hex("04 01 08 AA 26 11 21 0C 14 22 10")])
        var other = TerminalBench.registered(TerminalScenario())
        #expect(other.converse(hex("06 70 05 06 03 1B 01 02")).controls == ["04FF", "06D3", "060F"])
    }

    @Test func aDiagnosisThatNobodyKnowsIsRefused() {
        var bench = TerminalBench(TerminalScenario())
        #expect(bench.converse(hex("06 70 05 06 03 1B 01 09")).last == hex("06 1E 01 83"))
    }

    @Test func loggingOffEndsProgressAndTextBlocks() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.send(hex("06 02 00"))
        #expect(bench.nextTelegram() == TerminalBench.accepted)
        bench.receive(TerminalBench.ack)
        #expect(Set(bench.converse(TerminalBench.pay1250).controls) == ["040F", "06D1", "060F"])
    }

    @Test func theClockGoesOnFromWhereItWasSet() {
        var bench = TerminalBench(TerminalScenario())
        bench.converse(hex("06 91 08 AA 27 03 01 0C 00 00 05"))
        bench.converse(TerminalBench.pay1250)
        #expect(bench.journal.last?.at == "2027-03-01T00:00:05")
        bench.send(hex("06 91 08 AA 27 02 29 0C 00 00 05"))
        #expect(bench.nextTelegram() == hex("84 83 00"))
    }

    @Test(arguments: ["1970-01-01T00:00:00", "2000-02-29T23:59:59", "2026-12-31T23:59:59", "2100-03-01T12:00:00"])
    func aTimeIsItsSeconds(_ text: String) throws {
        let time = try #require(TerminalTime(text))
        #expect(TerminalTime(seconds: time.seconds) == time)
        #expect(TerminalTime(seconds: time.seconds + 1).seconds == time.seconds + 1)
    }

    @Test(arguments: [
        ("03 00", ["06D3", "06D3", "060F"]), ("03 01", ["040F", "06D3", "06D3", "060F"]), ("03 02", ["060F"]),
        ("03 03", ["040F", "060F"]), ("03 00 06 04 1F 01 01 03", ["06D3", "060F"]),
        ("03 01 06 04 1F 01 01 02", ["040F", "06D3", "060F"]), ("03 01 06 04 1F 01 01 04", ["061E"]),
        ("03 01 06 04 1F 01 01 06", ["061E"]),
    ])
    func aReceiptIsToldAgainAsItIsAskedFor(_ request: String, _ answer: [String]) {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250)
        let data = hex("00 00 00 " + request)
        #expect(bench.converse([0x06, 0x20, UInt8(data.count)] + data).controls == answer)
    }

    @Test func theLastEndOfDayIsToldAgain() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250)
        bench.converse(Self.endOfDay)
        let telegrams = bench.converse(hex("06 20 0B 00 00 00 03 01 06 04 1F 01 01 04"))
        #expect(telegrams.controls == ["040F", "06D3", "060F"])
        #expect(telegrams.telegrams(0x040F).first?.contains(Self.oneMastercard) == true)
    }

    /// If the till refuses a print that belongs to no payment, there is no transaction to reverse.
    @Test func aRefusedPrintOfAnOldReceiptReversesNothing() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converse(TerminalBench.pay1250)
        bench.converse(hex("06 20 05 00 00 00 03 00")) {
            $0[1] == 0xD3 ? [0x84, 0xCC, 0x00] : TerminalBench.accepted
        }
        #expect(bench.oracle.netCharged() == 1250)
    }
}
